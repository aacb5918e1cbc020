//! Can a page, of any bytes, break its article, its Markdown form, or another page?
#![no_main]

#[path = "../../tests/it/hostile/document.rs"]
mod document;
#[path = "../../tests/it/hostile/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let faults = targets::page(bytes);
    assert!(faults.is_empty(), "{faults:?}");
});
