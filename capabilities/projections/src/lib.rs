//! How capabilities appear on each surface: one file per surface.
