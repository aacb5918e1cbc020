//! How capabilities appear on the command line.
