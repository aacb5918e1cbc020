//! Can HTML, of any spelling, among blocks of Markdown break out of its article?
#![no_main]

#[path = "../../tests/it/hostile/document.rs"]
mod document;
#[path = "../../tests/it/hostile/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let faults = targets::html(text);
    assert!(faults.is_empty(), "{faults:?}");
});
