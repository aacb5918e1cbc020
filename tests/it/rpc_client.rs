//! Is the committed TypeScript client the one that the contracts give?

use contract::contract::Contract;
use expect_test::expect_file;

#[test]
fn the_committed_client_is_the_generated_one() {
    let registry = catalog::capabilities().unwrap();
    let product = |it: &&Contract| !it.address.as_str().starts_with("fixture.");
    let client = projections::rpc::typescript_client(registry.contracts().filter(product));
    expect_file!["../../static/rpc-client.ts"].assert_eq(&client);
}
