//! What runs a program inside a sandbox: which modules, by which names?

/// The harness's modules: name and text, the same in every sandbox.
pub const MODULES: &[(&str, &str)] = &[
    ("console.mjs", include_str!("../harness/console.mjs")),
    ("encode.mjs", include_str!("../harness/encode.mjs")),
    ("realm.mjs", include_str!("../harness/realm.mjs")),
    ("run.mjs", include_str!("../harness/run.mjs")),
    ("tools.mjs", include_str!("../harness/tools.mjs")),
    ("world.mjs", include_str!("../harness/world.mjs")),
];

/// The name of the module that a program becomes.
pub const PROGRAM: &str = "program.mjs";
