//! Reads the profile that WebKitGTK has written: localStorage and IndexedDB are databases of SQLite.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};
use serde::de::IgnoredAny;

use super::{Refusal, values};

/// Largest profile that is read, in bytes: of each file, and of all texts together.
const MAX_BYTES: u64 = 512 * 1024 * 1024;
/// Most databases of IndexedDB that are looked at.
const MAX_DATABASES: usize = 50;
/// The page of NextChat, as WebKitGTK writes it.
const ORIGIN: &str = "tauri_localhost_0";
/// Prefix of unsent texts in localStorage, which are plain texts and not JSON.
const DRAFT: &str = "unfinished-input-";
const STORES: [&str; 9] = [
    "chat-next-web-store",
    "chat-next-web-plugin",
    "access-control",
    "app-config",
    "mask-store",
    "prompt-store",
    "sync",
    "sd-list",
    "mcp-store",
];

/// Returns NextChat's stores and unsent texts as one JSON object. Those in IndexedDB replace those in localStorage, from
/// where NextChat has moved.
pub fn read(profile: &Path) -> Result<Vec<u8>, Refusal> {
    let mut found = BTreeMap::new();
    let local = profile.join("localstorage").join(format!("{ORIGIN}.localstorage"));
    if let Some(texts) = read_copy(profile, &local, local_texts)? {
        found.extend(texts);
    }
    for file in databases(profile)? {
        if let Some(texts) = read_copy(profile, &file, indexed_texts)? {
            found.extend(texts);
        }
    }
    let json = json_of(found);
    if json.len() as u64 > MAX_BYTES { Err(Refusal::Large) } else { Ok(json) }
}

/// Returns the files of IndexedDB.
fn databases(profile: &Path) -> Result<Vec<PathBuf>, Refusal> {
    let folder = profile.join("databases").join("indexeddb").join("v1").join(ORIGIN);
    let Ok(entries) = fs::read_dir(&folder) else { return Ok(Vec::new()) };
    let files: Vec<PathBuf> =
        entries.take(MAX_DATABASES + 1).flatten().map(|entry| entry.path().join("IndexedDB.sqlite3")).collect();
    if files.len() > MAX_DATABASES { Err(Refusal::Large) } else { Ok(files) }
}

type Texts = Vec<(String, String)>;

/// Reads a copy of a database with its log, because SQLite would write beside the original. Returns nothing if there is
/// no such file.
fn read_copy(
    profile: &Path,
    file: &Path,
    work: fn(&Connection) -> rusqlite::Result<Texts>,
) -> Result<Option<Texts>, Refusal> {
    if !is_own_file(profile, file)? {
        return Ok(None);
    }
    let folder = tempfile::tempdir().map_err(|_| Refusal::Damaged)?;
    let copy = folder.path().join("copy");
    copy_file(file, &copy)?;
    let log = with_suffix(file, "-wal");
    if is_own_file(profile, &log)? {
        copy_file(&log, &with_suffix(&copy, "-wal"))?;
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let read = Connection::open_with_flags(&copy, flags).and_then(|database| {
        database.pragma_update(None, "trusted_schema", false)?;
        work(&database)
    });
    read.map(Some).map_err(|error| {
        eprintln!("The profile of NextChat could not be read: {error}");
        Refusal::Damaged
    })
}

/// Whether a file is there. A link below the profile, or anything but a file at its end, is refused.
fn is_own_file(profile: &Path, file: &Path) -> Result<bool, Refusal> {
    let inner = file.strip_prefix(profile).map_err(|_| Refusal::Damaged)?;
    let mut path = profile.to_path_buf();
    for part in std::iter::once(Path::new("")).chain(inner.iter().map(Path::new)) {
        path.push(part);
        match fs::symlink_metadata(if part.as_os_str().is_empty() { profile } else { &path }) {
            Ok(entry) if entry.is_symlink() || (path == file && !entry.is_file()) => return Err(Refusal::Damaged),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(_) => return Err(Refusal::Damaged),
        }
    }
    Ok(true)
}

fn copy_file(from: &Path, to: &Path) -> Result<(), Refusal> {
    if fs::metadata(from).is_ok_and(|entry| entry.len() > MAX_BYTES) {
        return Err(Refusal::Large);
    }
    // The file may grow meanwhile.
    let copied = File::open(from).and_then(|file| io::copy(&mut file.take(MAX_BYTES + 1), &mut File::create(to)?));
    match copied {
        Ok(length) if length > MAX_BYTES => Err(Refusal::Large),
        Ok(_) => Ok(()),
        Err(_) => Err(Refusal::Damaged),
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn local_texts(database: &Connection) -> rusqlite::Result<Texts> {
    let mut query = database.prepare("SELECT key, value FROM ItemTable")?;
    let rows = query.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Vec<u8>>(1)?)))?;
    let texts = rows.map(|row| row.map(|(key, value)| values::utf16(&value).map(|text| (key, text))));
    texts.filter_map(Result::transpose).collect()
}

/// Reads the store of the library that NextChat uses. Other databases have none of that name.
fn indexed_texts(database: &Connection) -> rusqlite::Result<Texts> {
    // WebKit sorts by a collation of its own, which no index may need here.
    let mut query = database.prepare(
        "SELECT CAST(key AS BLOB), CAST(value AS BLOB) FROM Records NOT INDEXED
         WHERE objectStoreID IN (SELECT id FROM ObjectStoreInfo NOT INDEXED WHERE name = 'keyval')",
    )?;
    let rows = query.query_map([], |row| Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, Vec<u8>>(1)?)))?;
    let texts = rows.map(|row| row.map(|(key, value)| Some((values::key(&key)?, values::text(&value)?))));
    texts.filter_map(Result::transpose).collect()
}

/// Returns the known texts as members of an object. A store that is not JSON is left out: NextChat cannot read it either.
fn json_of(texts: BTreeMap<String, String>) -> Vec<u8> {
    let members: Vec<String> = texts
        .into_iter()
        .filter_map(|(key, text)| {
            let name = serde_json::to_string(&key).ok()?;
            if key.starts_with(DRAFT) {
                return Some(format!("{name}:{}", serde_json::to_string(&text).ok()?));
            }
            let is_store = STORES.contains(&key.as_str()) && serde_json::from_str::<IgnoredAny>(&text).is_ok();
            is_store.then(|| format!("{name}:{text}"))
        })
        .collect();
    format!("{{{}}}", members.join(",")).into_bytes()
}

#[cfg(test)]
#[path = "profile_tests.rs"]
mod tests;
