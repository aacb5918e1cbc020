//! What handlers may reach: every way out of a capability, as traits named for the job.

pub mod sql;

use std::rc::Rc;

use sql::Sql;

/// What a call, or the program it belongs to, was given when it started.
#[derive(Clone)]
pub struct Ports {
    /// The site's database.
    pub sql: Rc<dyn Sql>,
}
