//! In which folder do the commands of a page run?

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::sources::root;

const BINARY: &str = env!("CARGO_BIN_EXE_capstan-under-test");

/// What a clone has not.
const NOT_CLONED: &[&str] = &["target", "node_modules", ".git", ".capstan", ".wrangler"];

/// A folder for the commands of one page: what a clone has, the site of its `content/` built, and
/// `capstan` at hand in another.
pub(super) fn scratch(name: &str) -> PathBuf {
    let folder = home().join(name);
    fs::create_dir_all(&folder).unwrap();
    for entry in fs::read_dir(root()).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        match name.as_str() {
            "content" => copy(&entry.path(), &folder.join("content")),
            name if NOT_CLONED.contains(&name) => {}
            name => symlink(entry.path(), folder.join(name)).unwrap(),
        }
    }
    copy(built(), &folder.join(".capstan/site"));
    folder
}

/// The folder where `capstan` lies.
pub(super) fn programs() -> &'static Path {
    static PROGRAMS: OnceLock<PathBuf> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let programs = home().join("programs");
        fs::create_dir_all(&programs).unwrap();
        symlink(BINARY, programs.join("capstan")).unwrap();
        programs
    })
}

fn home() -> PathBuf {
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    tmp.join(format!("content-{}", std::process::id()))
}

/// The site of `content/`, built once.
fn built() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let site = home().join("built");
        let content = root().join("content");
        let mut build = Command::new(BINARY);
        let built = build.arg("build").arg(content).arg("--out").arg(&site).output().unwrap();
        assert!(built.status.success(), "{built:?}");
        site
    })
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}
