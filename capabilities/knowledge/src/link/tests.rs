//! Folders in; edges, bodies and problems out.
