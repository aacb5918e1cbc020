//! Which pages are there for MCP clients: those of the site's database.

use std::error::Error;
use std::rc::Rc;

use catalog::{
    Ports,
    knowledge::shelf::{self, ShelvedPage},
    ports::sql::{Sql, SqlError},
};
use contract::LocalFuture;
use projections::mcp::{Library, LibrarySilent, Listed, PageDocument};

use crate::{
    assets::{Assets, AssetsError},
    content::ORIGIN,
    site::Visit,
};

/// Told why the database or the files did not answer.
type Complain = Rc<dyn Fn(&dyn Error)>;

/// What agents read first.
const GUIDE: &str = "llms.txt";

/// The pages of a site's database, and its guide.
pub struct SqlLibrary {
    sql: Rc<dyn Sql>,
    assets: Rc<dyn Assets>,
    complain: Complain,
}

impl SqlLibrary {
    /// The pages behind a database, and the files beside it; `complain` is told why they do not
    /// answer.
    pub fn new(sql: Rc<dyn Sql>, assets: Rc<dyn Assets>, complain: Complain) -> SqlLibrary {
        SqlLibrary { sql, assets, complain }
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
    let complain = Rc::new(move |error: &dyn Error| log.failed(&request_id, error));
    let (sql, assets) = (Rc::clone(&visit.ports.sql), Rc::clone(&visit.assets));
    Rc::new(SqlLibrary::new(sql, assets, complain))
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

    fn guide<'a>(
        &'a self,
        origin: Option<&'a str>,
    ) -> LocalFuture<'a, Result<Option<String>, LibrarySilent>> {
        Box::pin(async move {
            let read = async {
                let Some(asset) = self.assets.open(GUIDE).await? else { return Ok(None) };
                asset.bytes.await.map(Some)
            };
            let bytes = read.await.map_err(|error: AssetsError| {
                (self.complain)(&error);
                LibrarySilent
            })?;
            let text = bytes.and_then(|it| String::from_utf8(it).ok());
            // Without an origin its links lead from the root of the site.
            Ok(text.map(|it| it.replace(ORIGIN, origin.unwrap_or_default())))
        })
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
