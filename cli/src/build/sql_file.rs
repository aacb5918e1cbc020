//! What is in `site.sql`?
//!
//! Invariant: the file loads exactly the built site into any database. It is a whole site, followed
//! by the changes since, one after the other, so that an edit of a large site adds to it and does
//! not write it anew.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use super::{BuildError, assets::write_file, database::Database};

/// The file.
const FILE: &str = "site.sql";

/// Brings the file to what the database holds. `known` are its bytes as the last build left them,
/// and those of the part that was written at once; the same of the new one is given back.
pub(super) fn write(
    site: &Path,
    database: &Database,
    delta: Option<&str>,
    known: Option<(u64, u64)>,
) -> Result<(u64, u64), BuildError> {
    let file = site.join(FILE);
    let failed = |source| BuildError::Write { file: file.clone(), source };
    if let Some(delta) = delta {
        write_file(&site.join("delta.sql"), delta.as_bytes())?;
    }
    let size = std::fs::metadata(&file).map(|it| it.len()).ok();
    let delta = delta.unwrap_or_default();
    let added = delta.len() as u64;
    if let Some((all, whole)) = known
        && size == Some(all)
        && all + added <= whole.saturating_mul(2)
    {
        if !delta.is_empty() {
            let mut open = OpenOptions::new().append(true).open(&file).map_err(failed)?;
            open.write_all(delta.as_bytes()).map_err(failed)?;
        }
        return Ok((all + added, whole));
    }
    let text = database.dump()?;
    write_file(&file, text.as_bytes())?;
    Ok((text.len() as u64, text.len() as u64))
}
