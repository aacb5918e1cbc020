//! Are the committed documents the ones that the contracts give?
//!
//! `UPDATE_EXPECT=1 cargo test -p tests documents` writes them anew; the diff is what callers will
//! notice.

use contract::{contract::Contract, registry::Registry};
use expect_test::expect_file;

fn registry() -> Registry<catalog::Ports> {
    catalog::capabilities().unwrap()
}

/// What a build without the test-only capabilities has.
fn product(registry: &Registry<catalog::Ports>) -> impl Iterator<Item = &Contract> {
    registry.contracts().filter(|it| !it.address.as_str().starts_with("fixture."))
}

#[test]
fn the_committed_catalog_is_the_generated_one() {
    let registry = registry();
    let catalog = projections::catalog_document::catalog_document(product(&registry));
    expect_file!["../../static/catalog.json"].assert_eq(&format!("{catalog:#}\n"));
}

#[test]
#[cfg(not(feature = "no-http"))]
fn the_committed_openapi_document_is_the_generated_one() {
    let registry = registry();
    let info = gateway::site::info("Capstan");
    let openapi = projections::openapi::document(&info, product(&registry));
    expect_file!["../../static/openapi.json"].assert_eq(&format!("{openapi:#}\n"));
}

#[test]
#[cfg(not(feature = "no-http"))]
fn the_committed_reference_page_is_the_generated_one() {
    let registry = registry();
    let info = gateway::site::info("Capstan");
    let page = projections::reference_page::page(&info, product(&registry));
    expect_file!["../../static/docs.html"].assert_eq(&page);
}

#[test]
#[cfg(not(feature = "no-rpc"))]
fn the_committed_rpc_client_is_the_generated_one() {
    let registry = registry();
    let client = projections::rpc::typescript_client(product(&registry));
    expect_file!["../../static/rpc-client.ts"].assert_eq(&client);
}

#[test]
fn the_limits_page_lists_every_limit() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../content/limits.md"));
    let page = page.unwrap();
    let (_, calls) = page.split_once("## Calls\n").unwrap();
    let (calls, _) = calls.split_once("\n## ").unwrap();
    let stated: Vec<&str> = calls.lines().filter(|it| it.starts_with("| ")).skip(2).collect();
    let bounds = contract::limits::ALL.iter();
    let expected: Vec<String> =
        bounds.map(|it| format!("| {} | {} {} |", it.what, it.max, it.unit)).collect();
    assert_eq!(stated, expected, "content/limits.md must state contract::limits::ALL, row by row");
}
