//! Whole-product tests live in `it/`.
