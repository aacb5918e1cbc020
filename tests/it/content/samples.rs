//! Is every sample of a format that a program reads well formed?

use super::{fences::fences, pages};

#[test]
fn samples_of_json_and_toml_can_be_read() {
    let mut seen = 0;
    for page in pages() {
        for fence in fences(&page.text) {
            let place = format!("{}:{}", page.path, fence.line);
            match fence.language.as_str() {
                "json" => {
                    serde_json::from_str::<serde_json::Value>(&fence.text())
                        .unwrap_or_else(|error| panic!("{place}: {error}"));
                }
                "toml" => {
                    toml::from_str::<toml::Table>(&fence.text())
                        .unwrap_or_else(|error| panic!("{place}: {error}"));
                }
                _ => continue,
            }
            seen += 1;
        }
    }
    assert!(seen >= 3, "only {seen} samples");
}
