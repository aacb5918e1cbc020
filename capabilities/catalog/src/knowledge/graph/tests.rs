//! Does a walk stay within its bounds, and take a graph as rows hold it?

use std::fmt::Write;

use super::*;

fn all() -> Kinds {
    Kinds::of(None)
}

/// A graph of links alone, by the number of each page; ids are in the order of the numbers.
fn graph(pages: usize, leads: impl Fn(usize) -> Vec<usize>) -> Graph {
    let mut packed = String::new();
    for page in 0..pages {
        let to = leads(page);
        write!(packed, "[{page},\"{}\",{to:?},[],[],[]],", id(page)).unwrap();
    }
    let packed = format!("[{}]", packed.trim_end_matches(','));
    Graph::of("state".to_owned(), std::iter::once(packed.as_str())).unwrap()
}

fn id(page: usize) -> String {
    format!("p{page:05}")
}

fn length(graph: &Graph, from: usize, to: usize) -> Option<usize> {
    graph.path(&id(from), &id(to)).map(|it| it.len())
}

#[test]
fn a_chain_is_walked_as_far_as_a_path_may_be_long() {
    let chain = graph(10_000, |it| if it + 1 < 10_000 { vec![it + 1] } else { vec![] });
    assert_eq!(length(&chain, 0, 64), Some(PATH_STEPS_MAX));
    assert_eq!(length(&chain, 64, 0), Some(PATH_STEPS_MAX));
    assert_eq!(length(&chain, 0, 65), None);
    assert_eq!(length(&chain, 0, 9_999), None);
    assert_eq!(length(&chain, 7, 7), Some(0));
    let rings: Vec<usize> = chain.around(&id(5_000), 3, all()).iter().map(Vec::len).collect();
    assert_eq!(rings, [2, 2, 2]);
}

#[test]
fn a_star_is_two_links_wide() {
    let star = graph(10_000, |it| if it == 0 { vec![] } else { vec![0] });
    let rings: Vec<usize> = star.around(&id(17), 3, all()).iter().map(Vec::len).collect();
    assert_eq!(rings, [1, 9_998]);
    assert_eq!(length(&star, 17, 9_999), Some(2));
    assert!(star.around("nowhere", 3, all()).is_empty());
}

#[test]
fn a_node_goes_on_in_the_next_row() {
    let rows = ["[[1,\"a\",[2],[],[],[]]]", "[[1,\"a\",[3],[2],[],[]],[2,\"b\",[],[],[],[]]]"];
    let more = "[[3,\"c\",[],[],[],[1,99]]]";
    let parts = rows.into_iter().chain(std::iter::once(more));
    let graph = Graph::of(String::new(), parts).unwrap();
    let near = |kinds: &[LinkKind]| -> Vec<(i64, LinkKind)> {
        let rings = graph.around("a", 1, Kinds::of(Some(kinds)));
        rings.into_iter().flatten().map(|it| (it.node, it.kind)).collect()
    };
    assert_eq!(near(&LinkKind::ALL), [(2, LinkKind::Link), (3, LinkKind::Link)]);
    assert_eq!(near(&[LinkKind::Mention]), [(2, LinkKind::Mention)]);
    assert_eq!(near(&[LinkKind::Embed, LinkKind::Mention]).len(), 2);
    assert!(near(&[LinkKind::Source]).is_empty());
    assert!(Graph::of(String::new(), std::iter::once("[[1]]")).is_err());
}

#[test]
fn one_graph_is_kept_and_only_for_its_own_state() {
    let memory = GraphMemory::default();
    assert!(memory.of_state("state").is_none());
    memory.keep(graph(2, |_| vec![]));
    assert!(memory.of_state("state").is_some());
    assert!(memory.of_state("other").is_none());
}
