//! The app's own files in a chosen folder, or in one folder inside it.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Problem;
use crate::save;

/// The folder of a sync inside the chosen one (`defaultPlace` in `lib/sync/remote.ts`).
const SYNC_FOLDER: &str = "chatgpt-next-web";
/// Maximum length of a name, in bytes.
const MAX_NAME: usize = 200;
/// Maximum size of a file, in bytes.
const MAX_BYTES: u64 = 1 << 30;
/// Maximum number of files that are listed.
const MAX_FILES: usize = 100_000;

/// Returns the folder in which the page works. `inside` names the folder of a sync in it; empty for the folder itself.
pub fn folder(chosen: &Path, inside: &str, is_made: bool) -> Result<PathBuf, Problem> {
    if inside.is_empty() {
        return Ok(chosen.to_path_buf());
    }
    if inside != SYNC_FOLDER {
        return Err(Problem::Closed);
    }
    let path = chosen.join(inside);
    if is_made
        && let Err(error) = std::fs::create_dir(&path)
        && error.kind() != io::ErrorKind::AlreadyExists
    {
        return Err(error.into());
    }
    // Neither a link nor a file.
    if std::fs::symlink_metadata(&path)?.is_dir() { Ok(path) } else { Err(Problem::Closed) }
}

/// Returns the names of the app's files.
pub fn list(folder: &Path) -> Result<Vec<String>, Problem> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        if let Ok(name) = entry.file_name().into_string()
            && is_own(&name)
        {
            names.push(name);
        }
        if names.len() > MAX_FILES {
            return Err(Problem::Failed);
        }
    }
    Ok(names)
}

/// Reads a file as a whole.
pub fn read(folder: &Path, name: &str) -> Result<Vec<u8>, Problem> {
    let path = file(folder, name)?;
    // A pipe in the place of the file would wait for its other end.
    if !std::fs::symlink_metadata(&path)?.is_file() {
        return Err(Problem::Closed);
    }
    let opened = File::open(&path)?;
    let mut content = Vec::new();
    opened.take(MAX_BYTES + 1).read_to_end(&mut content)?;
    if content.len() as u64 > MAX_BYTES { Err(Problem::Failed) } else { Ok(content) }
}

/// Replaces a file as a whole. A failure leaves the former one.
pub fn write(folder: &Path, name: &str, content: &[u8]) -> Result<(), Problem> {
    let path = file(folder, name)?;
    match std::fs::symlink_metadata(&path) {
        Ok(former) if !former.is_file() => return Err(Problem::Closed),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    Ok(save::write(&path, content)?)
}

/// Removes a file.
pub fn remove(folder: &Path, name: &str) -> Result<(), Problem> {
    let path = file(folder, name)?;
    if !std::fs::symlink_metadata(&path)?.is_file() {
        return Err(Problem::Closed);
    }
    Ok(std::fs::remove_file(path)?)
}

fn file(folder: &Path, name: &str) -> Result<PathBuf, Problem> {
    if is_own(name) { Ok(folder.join(name)) } else { Err(Problem::Closed) }
}

/// Whether a name is one of the files that the app makes: daily backups (`store/data/backup-folder.ts`), and the file and
/// the objects of a sync (`lib/sync/folder.ts`).
fn is_own(name: &str) -> bool {
    let is_object = name.strip_prefix("parley-").is_some_and(|id| id.len() == 32 && id.bytes().all(is_hex));
    is_plain(name) && (is_object || name == "backup.json" || is_daily_backup(name))
}

/// Whether a name ends as that of a daily backup: with `-copy-2026-11-28.json`, for example. It begins with the brand.
fn is_daily_backup(name: &str) -> bool {
    let date = name.strip_suffix(".json").and_then(|name| name.rsplit_once("-copy-")).map(|(_, date)| date.as_bytes());
    date.is_some_and(|date| {
        date.len() == 10
            && date
                .iter()
                .enumerate()
                .all(|(at, byte)| if at == 4 || at == 7 { *byte == b'-' } else { byte.is_ascii_digit() })
    })
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)
}

/// Whether a name is that of a visible file or folder on every system, and no path.
fn is_plain(name: &str) -> bool {
    let is_allowed = |letter: char| !letter.is_control() && !r#"/\:*?"<>|"#.contains(letter);
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    !name.is_empty()
        && name.len() <= MAX_NAME
        && name.chars().all(is_allowed)
        && !name.starts_with(['.', ' '])
        && !name.ends_with(['.', ' '])
        && !is_device(stem)
}

/// Whether Windows would open a device by this name.
fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_uppercase();
    let is_numbered = |kind: &str| stem.strip_prefix(kind).is_some_and(|rest| rest.chars().count() == 1);
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || is_numbered("COM")
        || is_numbered("LPT")
}

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
