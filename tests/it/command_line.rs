//! Does the binary, as a process, do what its command line says?

#[cfg(feature = "fixtures")]
mod approval;
#[cfg(feature = "fixtures")]
mod fixtures;
mod process;
mod remote;
mod site;
