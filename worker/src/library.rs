//! Which pages are there for MCP clients: those of the site's database.

use std::rc::Rc;

use catalog::{
    Ports,
    knowledge::shelf::{self, ShelvedPage},
    ports::sql::{Sql, SqlError},
};
use contract::LocalFuture;
use projections::mcp::{Library, LibrarySilent, Listed, PageDocument};

use crate::site::Visit;

/// Told why the database did not answer.
type Complain = Rc<dyn Fn(&SqlError)>;

/// The pages of a site's database.
pub struct SqlLibrary {
    sql: Rc<dyn Sql>,
    complain: Complain,
}

impl SqlLibrary {
    /// The pages behind a database; `complain` is told why it does not answer.
    pub fn new(sql: Rc<dyn Sql>, complain: Complain) -> SqlLibrary {
        SqlLibrary { sql, complain }
    }

    async fn told<T>(
        &self,
        answer: impl Future<Output = Result<T, SqlError>>,
    ) -> Result<T, LibrarySilent> {
        answer.await.map_err(|error| {
            (self.complain)(&error);
            LibrarySilent
        })
    }
}

/// The pages that one visit sees.
pub fn of_visit(visit: &Visit<Ports>) -> Rc<dyn Library> {
    let (log, request_id) = (Rc::clone(&visit.log), visit.request_id.clone());
    let complain = Rc::new(move |error: &SqlError| log.failed(&request_id, error));
    Rc::new(SqlLibrary::new(Rc::clone(&visit.ports.sql), complain))
}

impl Library for SqlLibrary {
    fn pages(
        &self,
        after: Option<u64>,
        limit: usize,
    ) -> LocalFuture<'_, Result<Vec<Listed>, LibrarySilent>> {
        Box::pin(async move {
            let pages = self.told(shelf::pages(&*self.sql, after, limit)).await?;
            Ok(pages.into_iter().map(listed).collect())
        })
    }

    fn page<'a>(
        &'a self,
        id: &'a str,
    ) -> LocalFuture<'a, Result<Option<PageDocument>, LibrarySilent>> {
        Box::pin(async move {
            let found = self.told(shelf::page(&*self.sql, id)).await?;
            Ok(found.map(|(page, text)| PageDocument { listed: listed(page), text }))
        })
    }

    fn skills(&self, limit: usize) -> LocalFuture<'_, Result<Vec<Listed>, LibrarySilent>> {
        Box::pin(async move {
            let skills = self.told(shelf::skills(&*self.sql, limit)).await?;
            Ok(skills.into_iter().map(listed).collect())
        })
    }

    fn ids<'a>(
        &'a self,
        beginning: &'a str,
        limit: usize,
    ) -> LocalFuture<'a, Result<(Vec<String>, u64), LibrarySilent>> {
        Box::pin(self.told(shelf::ids(&*self.sql, beginning, limit)))
    }
}

fn listed(page: ShelvedPage) -> Listed {
    Listed {
        place: page.position,
        id: page.id,
        title: page.title,
        description: page.description,
        updated: page.updated,
        bytes: page.bytes,
        is_skill: page.is_skill,
    }
}
