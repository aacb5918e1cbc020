//! Can HTML, of any spelling, among blocks of Markdown break out of its article?
#![no_main]

#[path = "../../tests/it/hostile/document.rs"]
mod document;

use knowledge::{
    article::{Pictures, article_of},
    sanitise::sanitised,
};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let body = format!("<div>{text}\n\n```rust\nlet a = 1;\n```\n\n<b>{text}</b>\n\n> {text}\n");
    let article = article_of(&body, &Pictures::default());
    let faults = document::faults_of(&article.html);
    assert!(faults.is_empty(), "{faults:?}\n{}", article.html);
    // The second list alone lets nothing run either.
    let faults = document::faults_of(&sanitised(text));
    let can_run = |it: &&String| !it.contains("name") && !it.contains("ends");
    assert_eq!(faults.iter().find(can_run), None, "{}", sanitised(text));
});
