//! What handlers may reach: every way out of a capability, as traits named for the job.

pub mod sql;

use std::rc::Rc;

use sql::Sql;

use crate::knowledge::graph::GraphMemory;

/// What a call, or the program it belongs to, was given when it started.
#[derive(Clone)]
pub struct Ports {
    /// The site's database.
    pub sql: Rc<dyn Sql>,
    /// The graph of that site, once it was asked for.
    pub graph: Rc<GraphMemory>,
}

impl Ports {
    /// What reaches a site's database.
    pub fn over(sql: Rc<dyn Sql>) -> Ports {
        Ports { sql, graph: Rc::default() }
    }
}
