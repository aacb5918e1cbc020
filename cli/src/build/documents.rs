//! Which documents stand beside a site's pages, and which pages did nobody write?

use std::collections::BTreeMap;

use knowledge::{
    article::{Pictures, article_of},
    markdown_form::markdown_of,
    page::PageKind,
    publication::{
        Listed, Publication, Skill, Surfaces,
        generated::{GeneratedPage, pages_of},
    },
    reader::Reader,
    resolve::route_of,
    view::{NavigationEntry, PageRef, PageView},
};

use super::{BuildError, assets::Assets, gathered::Gathered};

/// Writes the pages that are made of others, and every document.
pub(super) fn write(
    gathered: &Gathered,
    views: &[PageView],
    navigation: &[NavigationEntry],
    reader: &Reader<'_>,
    surfaces: &Surfaces,
    assets: &mut Assets,
) -> Result<(), BuildError> {
    let names: Vec<Vec<String>> = gathered
        .facts
        .iter()
        .map(|it| it.aliases.iter().chain(&it.heading).chain(&it.terms).cloned().collect())
        .collect();
    let written: Vec<Listed<'_>> =
        views.iter().zip(&names).map(|(view, names)| Listed { view, names }).collect();
    let made = pages_of(&written);
    let made = made.into_iter().filter(|it| assets.is_free(&format!("{}.md", it.id)));
    let made: Vec<(GeneratedPage, PageView)> = made
        .map(|it| {
            let view = view_of(&it, navigation);
            (it, view)
        })
        .collect();
    for (page, view) in &made {
        let markdown = markdown_of(view, &page.body, &gathered.settings);
        assets.write(&format!("{}.md", page.id), markdown.as_bytes())?;
        let article = article_of(&page.body, &Pictures::default());
        let html = reader.page(view, &article.html);
        assets.write(&format!("{}.html", page.id), html.as_bytes())?;
    }
    let added = made.iter().map(|(_, view)| Listed { view, names: &[] });
    let listed: Vec<Listed<'_>> = written.into_iter().chain(added).collect();
    let places: BTreeMap<&str, &str> =
        views.iter().map(|it| (it.id.as_str(), it.route.as_str())).collect();
    let moved = gathered.moved.iter().filter_map(|(from, to)| {
        let route = places.get(to.as_str())?;
        Some((from.clone(), (*route).to_owned()))
    });
    let moved: BTreeMap<String, String> = moved.collect();
    let skills = skills_of(gathered);
    let markdown_at = |id: &str| std::fs::read_to_string(assets.place(&format!("{id}.md"))).ok();
    let publication = Publication {
        settings: &gathered.settings,
        pages: &listed,
        skills: &skills,
        moved: &moved,
        surfaces,
        markdown_of: &markdown_at,
    };
    let documents = publication.documents();
    for document in documents {
        assets.write(&document.path, &document.bytes)?;
    }
    for (path, bytes) in reader.files() {
        assets.write(path, bytes)?;
    }
    Ok(())
}

fn view_of(page: &GeneratedPage, navigation: &[NavigationEntry]) -> PageView {
    let outline = knowledge::block::blocks_of(&page.body)
        .into_iter()
        .filter(|it| it.begins)
        .filter_map(|it| it.heading)
        .collect();
    PageView {
        id: page.id.clone(),
        route: route_of(&page.id),
        kind: PageKind::Page,
        title: page.title.clone(),
        description: Some(page.description.clone()),
        tags: Vec::new(),
        updated: None,
        change: None,
        outline,
        trail: Vec::<PageRef>::new(),
        previous: None,
        next: None,
        navigation: navigation.to_vec(),
        sources: Vec::new(),
        linked_from: Vec::new(),
        mentioned_in: Vec::new(),
        links_to: Vec::new(),
    }
}

/// The skills of a folder, byte for byte.
fn skills_of(gathered: &Gathered) -> Vec<Skill> {
    let skills = gathered.facts.iter().filter(|it| it.kind == PageKind::Skill);
    skills
        .filter_map(|it| {
            let bytes = gathered.sources.files.get(&it.file)?.clone();
            let name = it.id.strip_suffix("/SKILL")?.rsplit('/').next()?.to_owned();
            let description = it.description.clone().unwrap_or_default();
            Some(Skill { name, description, bytes })
        })
        .collect()
}
