//! Does every surface give the same answer to the same call?
//!
//! The cases are in `cases/`, written out by hand. Each is put through the wire to a process: to
//! `capstan serve`, and to the Worker where `CAPSTAN_URL` says where it runs.

mod approving;
mod capstan;
mod case;
mod names;
mod reaching;
mod surface;
mod table;
mod wire;
