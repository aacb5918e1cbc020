//! Do the capabilities answer what anyone can work out from a list of edges?
//!
//! The other side knows no search: distances are those of Floyd and Warshall, a path is the first
//! of all shortest ones written out, and a listing is a sorted list.

use std::{cell::RefCell, collections::BTreeMap, path::Path, rc::Rc};

use knowledge::graph::{Edge, LinkKind};
use serde_json::{Value, json};

use super::{Leading, Scratch, edge, page};
use crate::build::tests::asked::Asked;

const KINDS: [(LinkKind, &str); 4] = [
    (LinkKind::Link, "link"),
    (LinkKind::Mention, "mention"),
    (LinkKind::Source, "source"),
    (LinkKind::Embed, "embed"),
];

/// A generator with a seed: graphs differ from each other, and are the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

/// What is asked.
struct Site {
    asked: Asked,
    /// Items of the largest part of a listing.
    part_max: usize,
}

impl Site {
    fn open(folder: &Path, part_max: usize) -> Site {
        Site { asked: Asked::open(folder), part_max }
    }

    fn ask(&self, name: &str, input: Value) -> Result<Value, Value> {
        self.asked.ask(name, input)
    }

    /// Every item of a listing, in parts of changing size.
    fn all(&self, name: &str, member: &str, input: &Value, chance: &mut Chance) -> Vec<Value> {
        let mut items = Vec::new();
        let mut input = input.clone();
        loop {
            input["limit"] = json!(1 + chance.below(self.part_max));
            let part = self.ask(name, input.clone()).unwrap();
            items.extend(part[member].as_array().unwrap().iter().cloned());
            assert!(part.get("warnings").is_none(), "{part}");
            match part.get("nextCursor") {
                Some(cursor) => input["cursor"] = cursor.clone(),
                None => {
                    assert_eq!(part["total"], items.len(), "{name} {input}");
                    return items;
                }
            }
        }
    }
}

/// Pages whose titles are not in the order of their ids, and edges between them.
fn random_site(chance: &mut Chance) -> Vec<Leading> {
    let count = 2 + chance.below(8);
    let density = 1 + chance.below(8);
    let titles = ["Beta", "alpha", "Gamma", "Beta", "éclair", "zeta", "Zeta 2"];
    let ids: Vec<String> = (0..count)
        .map(|it| if it % 3 == 0 { format!("deep/n {it}") } else { format!("n{it}") })
        .collect();
    let mut pages = Vec::new();
    for from in &ids {
        let mut edges = Vec::new();
        for to in ids.iter().filter(|it| *it != from) {
            for (kind, _) in KINDS {
                if chance.below(4 * density) == 0 {
                    edges.push(edge(from, to, kind, &format!("{from} {kind:?} {to}")));
                }
            }
        }
        let mut page = page(from, "text");
        titles[chance.below(titles.len())].clone_into(&mut page.title);
        pages.push((page, edges));
    }
    // The order of the pages is not that of their ids either.
    pages.reverse();
    pages
}

/// What anyone can say of a site, from its list of edges.
struct Plain<'s> {
    pages: &'s [Leading],
    edges: Vec<&'s Edge>,
    places: BTreeMap<&'s str, usize>,
    /// Distances that were worked out, by kinds.
    known: RefCell<BTreeMap<Vec<LinkKind>, Rc<Distances>>>,
}

/// How far each page is from each other.
type Distances = Vec<Vec<usize>>;

impl Plain<'_> {
    fn of(pages: &[Leading]) -> Plain<'_> {
        let edges = pages.iter().flat_map(|(_, edges)| edges).collect();
        let places = pages.iter().map(|(page, _)| page.id.as_str()).zip(0..).collect();
        Plain { pages, edges, places, known: RefCell::default() }
    }

    fn place(&self, id: &str) -> usize {
        self.places[id]
    }

    fn shown(&self, id: &str) -> Value {
        let route = format!("/{}", id.replace(' ', "%20"));
        json!({"id": id, "title": self.pages[self.place(id)].0.title, "route": route})
    }

    fn key(&self, id: &str) -> String {
        self.pages[self.place(id)].0.title.to_lowercase()
    }

    fn incoming(&self, id: &str, kinds: &[LinkKind]) -> Vec<&Edge> {
        let mut found: Vec<&Edge> = self
            .edges
            .iter()
            .copied()
            .filter(|it| it.to == id && kinds.contains(&it.kind))
            .collect();
        found.sort_by_key(|it| (self.key(&it.from), it.kind, it.from.clone()));
        found
    }

    /// The distance between any two pages, over some kinds of edges.
    fn distances(&self, kinds: &[LinkKind]) -> Rc<Distances> {
        if let Some(known) = self.known.borrow().get(kinds) {
            return Rc::clone(known);
        }
        let count = self.pages.len();
        let mut table = vec![vec![usize::MAX / 4; count]; count];
        for (at, row) in table.iter_mut().enumerate() {
            row[at] = 0;
        }
        for edge in self.edges.iter().filter(|it| kinds.contains(&it.kind)) {
            let (a, b) = (self.place(&edge.from), self.place(&edge.to));
            table[a][b] = 1;
            table[b][a] = 1;
        }
        for middle in 0..count {
            for a in 0..count {
                for b in 0..count {
                    table[a][b] = table[a][b].min(table[a][middle] + table[middle][b]);
                }
            }
        }
        let table = Rc::new(table);
        self.known.borrow_mut().insert(kinds.to_vec(), Rc::clone(&table));
        table
    }

    fn neighbors(&self, id: &str, depth: usize, kinds: &[LinkKind]) -> Vec<Value> {
        let table = self.distances(kinds);
        let row = &table[self.place(id)];
        let mut found: Vec<(usize, String, String)> = Vec::new();
        for (at, (page, _)) in self.pages.iter().enumerate() {
            if (1..=depth).contains(&row[at]) {
                found.push((row[at], self.key(&page.id), page.id.clone()));
            }
        }
        found.sort();
        let kind_of = |id: &str, distance: usize| {
            let nearer = |other: &str| row[self.place(other)] == distance - 1;
            let edges = self.edges.iter().filter(|it| kinds.contains(&it.kind));
            let first = edges
                .filter(|it| it.from == id && nearer(&it.to) || it.to == id && nearer(&it.from))
                .map(|it| it.kind)
                .min();
            word(first.unwrap())
        };
        let shown = |(distance, _, id): &(usize, String, String)| json!({"page": self.shown(id), "distance": distance, "linkKind": kind_of(id, *distance)});
        found.iter().map(shown).collect()
    }

    /// Every shortest path, written out; the first of them.
    fn path(&self, from: &str, to: &str, length: usize, table: &[Vec<usize>]) -> Vec<String> {
        let mut paths = vec![vec![from.to_owned()]];
        for _ in 0..length {
            let mut longer = Vec::new();
            for path in &paths {
                for (page, _) in self.pages {
                    if table[self.place(path.last().unwrap())][self.place(&page.id)] == 1 {
                        let mut path = path.clone();
                        path.push(page.id.clone());
                        longer.push(path);
                    }
                }
            }
            paths = longer;
        }
        paths.retain(|it| it.last().unwrap() == to);
        paths.into_iter().min().unwrap()
    }

    /// Whether of all shortest paths this is the first: no step could have gone to a page with a
    /// lesser id and still arrive in time.
    fn is_first(&self, path: &[String], table: &[Vec<usize>]) -> bool {
        let end = self.place(path.last().unwrap());
        path.windows(2).zip((0..path.len() - 1).rev()).all(|(two, left)| {
            let here = &table[self.place(&two[0])];
            let others = self.pages.iter().enumerate();
            let fits = |at: usize| here[at] == 1 && table[at][end] == left;
            let first = others.filter(|(at, _)| fits(*at)).map(|(_, (page, _))| &page.id).min();
            first == Some(&two[1])
        })
    }

    /// The edge that a step shows: the first kind, and one that leads along before one against.
    fn between(&self, a: &str, b: &str) -> &Edge {
        let along = |it: &Edge| it.from == a && it.to == b;
        let against = |it: &Edge| it.from == b && it.to == a;
        let found = self.edges.iter().filter(|it| along(it) || against(it));
        found.min_by_key(|it| (it.kind, !along(it))).unwrap()
    }
}

fn word(kind: LinkKind) -> &'static str {
    KINDS.iter().find(|(it, _)| *it == kind).unwrap().1
}

/// Asks everything that there is to ask of a site, and compares.
fn hold(site: &Site, plain: &Plain<'_>, chance: &mut Chance) {
    let everything: Vec<LinkKind> = KINDS.iter().map(|(it, _)| *it).collect();
    let links = [LinkKind::Link, LinkKind::Source, LinkKind::Embed];
    let table = plain.distances(&everything);
    for (page, _) in plain.pages {
        let input = json!({"page": page.id});
        let expected: Vec<Value> = plain
            .incoming(&page.id, &links)
            .iter()
            .map(|it| {
                json!({"page": plain.shown(&it.from), "linkKind": word(it.kind),
                    "anchor": it.anchor, "context": it.context})
            })
            .collect();
        assert_eq!(site.all("backlinks", "backlinks", &input, chance), expected, "{input}");
        let expected: Vec<Value> = plain
            .incoming(&page.id, &[LinkKind::Mention])
            .iter()
            .map(|it| {
                json!({"page": plain.shown(&it.from), "anchor": it.anchor, "excerpt": it.context})
            })
            .collect();
        assert_eq!(site.all("mentions", "mentions", &input, chance), expected, "{input}");
        for depth in 1..=3 {
            let mut input = json!({"page": page.id, "depth": depth});
            let found = site.all("neighbors", "neighbors", &input, chance);
            assert_eq!(found, plain.neighbors(&page.id, depth, &everything), "{input}");
            let some: Vec<LinkKind> =
                everything.iter().copied().filter(|_| chance.below(2) == 0).collect();
            if some.is_empty() {
                continue;
            }
            input["linkKinds"] = some.iter().map(|it| word(*it)).collect();
            let found = site.all("neighbors", "neighbors", &input, chance);
            assert_eq!(found, plain.neighbors(&page.id, depth, &some), "{input}");
        }
        for (other, _) in plain.pages {
            let input = json!({"from": page.id, "to": other.id});
            let length = table[plain.place(&page.id)][plain.place(&other.id)];
            let found = site.ask("path", input.clone());
            if length > plain.pages.len() {
                let failure = found.unwrap_err();
                assert_eq!(failure["tag"], "NoPath", "{input}");
                assert_eq!((&failure["from"], &failure["to"]), (&input["from"], &input["to"]));
                continue;
            }
            let found = found.unwrap();
            let pages = found["steps"].as_array().unwrap().iter().map(|it| &it["page"]["id"]);
            let ids: Vec<String> = pages.map(|it| it.as_str().unwrap().to_owned()).collect();
            assert_eq!(ids.len(), length + 1, "{input}");
            assert_eq!((&ids[0], &ids[length]), (&page.id, &other.id));
            assert!(plain.is_first(&ids, &table), "{input}: {ids:?}");
            if plain.pages.len() < 20 {
                assert_eq!(ids, plain.path(&page.id, &other.id, length, &table), "{input}");
            }
            let mut steps = vec![json!({"page": plain.shown(&ids[0])})];
            for two in ids.windows(2) {
                let edge = plain.between(&two[0], &two[1]);
                let mut step = json!({"page": plain.shown(&two[1]), "linkKind": word(edge.kind),
                    "context": edge.context, "standsOn": edge.from});
                if !edge.anchor.is_empty() {
                    step["anchor"] = json!(edge.anchor);
                }
                steps.push(step);
            }
            assert_eq!(found, json!({"steps": steps, "length": length}), "{input}");
        }
    }
}

#[test]
fn the_answers_are_those_of_plain_lists() {
    let mut chance = Chance(11);
    let scratch = Scratch::new("walks");
    for round in 0..200 {
        let pages = random_site(&mut chance);
        // One site grows out of another; every tenth begins anew.
        if round % 10 == 0 {
            std::fs::remove_dir_all(&scratch.0).unwrap();
            std::fs::create_dir_all(&scratch.0).unwrap();
        }
        scratch.publish(&pages);
        hold(&Site::open(&scratch.0, 5), &Plain::of(&pages), &mut chance);
    }
}

#[test]
fn the_answers_about_a_book_are_those_of_plain_lists() {
    let scratch = Scratch::new("book");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let book = root.join("tests/corpora/rust-book");
    let silent = crate::build::Progress::silent();
    crate::build::build(&book, &scratch.0, crate::build::Strictness::Lenient, &silent).unwrap();
    let sources = crate::build::folder::read(&book).unwrap().sources;
    let site = knowledge::site::site_of(&sources);
    let pages: Vec<Leading> = site
        .pages
        .into_iter()
        .map(|page| {
            let edges = site.edges.iter().filter(|it| it.from == page.id).cloned().collect();
            (page, edges)
        })
        .collect();
    let plain = Plain::of(&pages);
    assert!(pages.len() > 100 && plain.edges.len() > 200, "{} pages", pages.len());
    hold(&Site::open(&scratch.0, 60), &plain, &mut Chance(3));
}
