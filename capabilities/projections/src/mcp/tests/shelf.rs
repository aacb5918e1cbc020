//! A library in memory.

use contract::LocalFuture;

use crate::mcp::{Library, LibrarySilent, Listed, PageDocument};

/// `count` pages, the last two of them skills.
pub(super) struct Shelf {
    pub(super) count: u64,
    pub(super) answers: bool,
}

impl Shelf {
    fn listed(&self, place: u64) -> Listed {
        let is_skill = place + 2 >= self.count;
        let id = match is_skill {
            true => format!("skills/s{place}"),
            false => format!("part/page {place:03}"),
        };
        Listed {
            place: place * 10,
            title: format!("Title {place}"),
            description: is_skill.then(|| format!("What {place} does.")),
            updated: (place == 0).then(|| "2026-07-28".to_owned()),
            bytes: 7,
            is_skill,
            id,
        }
    }

    fn all(&self) -> impl Iterator<Item = Listed> {
        (0..self.count).map(|it| self.listed(it))
    }

    fn told<T: 'static>(&self, value: T) -> LocalFuture<'static, Result<T, LibrarySilent>> {
        let answers = self.answers;
        Box::pin(async move { if answers { Ok(value) } else { Err(LibrarySilent) } })
    }
}

impl Library for Shelf {
    fn pages(
        &self,
        after: Option<u64>,
        limit: usize,
    ) -> LocalFuture<'_, Result<Vec<Listed>, LibrarySilent>> {
        let later = self.all().filter(|it| after.is_none_or(|after| it.place > after));
        self.told(later.take(limit).collect())
    }

    fn page<'a>(
        &'a self,
        id: &'a str,
    ) -> LocalFuture<'a, Result<Option<PageDocument>, LibrarySilent>> {
        let found = self.all().find(|it| it.id == id);
        self.told(found.map(|listed| PageDocument { text: format!("# {}", listed.title), listed }))
    }

    fn skills(&self, limit: usize) -> LocalFuture<'_, Result<Vec<Listed>, LibrarySilent>> {
        self.told(self.all().filter(|it| it.is_skill).take(limit).collect())
    }

    fn ids<'a>(
        &'a self,
        beginning: &'a str,
        limit: usize,
    ) -> LocalFuture<'a, Result<(Vec<String>, u64), LibrarySilent>> {
        let all: Vec<String> =
            self.all().map(|it| it.id).filter(|it| it.starts_with(beginning)).collect();
        let total = all.len() as u64;
        self.told((all.into_iter().take(limit).collect(), total))
    }

    fn guide<'a>(
        &'a self,
        origin: Option<&'a str>,
    ) -> LocalFuture<'a, Result<Option<String>, LibrarySilent>> {
        let origin = origin.unwrap_or_default();
        self.told((self.count > 0).then(|| format!("# Notes\n\n{origin}/a.md\n")))
    }
}
