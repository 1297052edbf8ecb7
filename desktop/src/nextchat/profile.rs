//! Reads the profile that WebKitGTK has written: localStorage and IndexedDB are databases of SQLite.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use serde::de::IgnoredAny;
use serde_json::Value;

use super::{Refusal, values};

/// Largest profile that is read, in bytes: of each file, and of all texts together.
const MAX_BYTES: u64 = 512 * 1024 * 1024;
/// Longest time that the databases of a profile are read.
const MAX_TIME: Duration = Duration::from_secs(60);
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
/// where NextChat has moved. Files are copied below `copies`, and removed from there.
pub fn read(profile: &Path, copies: &Path) -> Result<Vec<u8>, Refusal> {
    let mut found = Found::default();
    let end = Instant::now() + MAX_TIME;
    let local = profile.join("localstorage").join(format!("{ORIGIN}.localstorage"));
    read_copy(profile, &local, copies, end, |database| local_texts(database, &mut found))?;
    for file in databases(profile)? {
        read_copy(profile, &file, copies, end, |database| indexed_texts(database, &mut found))?;
    }
    let json = json_of(found.texts);
    if json.len() as u64 > MAX_BYTES { Err(Refusal::Large) } else { Ok(json) }
}

/// Removes copies that an app left when it was killed.
pub fn remove_copies(copies: &Path) {
    match fs::remove_dir_all(copies) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            eprintln!("Copies of NextChat's profile could not be removed: {error}");
        }
        _ => {}
    }
}

/// Returns the files of IndexedDB. A folder that cannot be listed is not taken for an empty one.
fn databases(profile: &Path) -> Result<Vec<PathBuf>, Refusal> {
    let folder = profile.join("databases").join("indexeddb").join("v1").join(ORIGIN);
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        listed => listed.map_err(damaged)?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry.map_err(damaged)?;
        if entry.file_type().map_err(damaged)?.is_file() {
            continue;
        }
        if files.len() == MAX_DATABASES {
            return Err(Refusal::Large);
        }
        files.push(entry.path().join("IndexedDB.sqlite3"));
    }
    Ok(files)
}

fn damaged(error: impl std::fmt::Display) -> Refusal {
    eprintln!("The profile of NextChat could not be read: {error}");
    Refusal::Damaged
}

/// The texts that were found, and the bytes of all rows that were read for them.
#[derive(Default)]
struct Found {
    texts: BTreeMap<String, String>,
    bytes: u64,
}

impl Found {
    /// Adds the texts of a query's keys and values. Rows of other forms are skipped, and so are keys that NextChat does
    /// not import, before their values are decoded.
    fn add(
        &mut self,
        database: &Connection,
        query: &str,
        key_of: fn(ValueRef) -> Option<String>,
        text_of: fn(&[u8]) -> Option<String>,
    ) -> Result<(), Refusal> {
        let mut query = database.prepare(query).map_err(damaged)?;
        let mut rows = query.query([]).map_err(damaged)?;
        while let Some(row) = rows.next().map_err(damaged)? {
            let (key, value) = (row.get_ref(0).map_err(damaged)?, row.get_ref(1).map_err(damaged)?);
            self.bytes += length_of(key) + length_of(value);
            if self.bytes > MAX_BYTES {
                return Err(Refusal::Large);
            }
            let Some(key) = key_of(key).filter(|key| is_known(key)) else { continue };
            if let ValueRef::Blob(bytes) = value
                && let Some(text) = text_of(bytes)
            {
                self.texts.insert(key, text);
            }
        }
        Ok(())
    }
}

fn length_of(value: ValueRef) -> u64 {
    match value {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.len() as u64,
        _ => 8,
    }
}

/// Whether a key is one of NextChat's stores or unsent texts.
fn is_known(key: &str) -> bool {
    key.starts_with(DRAFT) || STORES.contains(&key)
}

/// Reads a copy of a database with its log, because SQLite would write beside the original. No-op if there is no such
/// file.
fn read_copy(
    profile: &Path,
    file: &Path,
    copies: &Path,
    end: Instant,
    work: impl FnOnce(&Connection) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let folder = copy_folder(copies).map_err(damaged)?;
    let copy = folder.path().join("copy");
    if !copy_database(profile, file, &copy, || ())? {
        return Ok(());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(&copy, flags).map_err(damaged)?;
    database.pragma_update(None, "trusted_schema", false).map_err(damaged)?;
    let longest = i32::try_from(MAX_BYTES).unwrap_or(i32::MAX);
    database.set_limit(Limit::SQLITE_LIMIT_LENGTH, longest).map_err(damaged)?;
    let _limit = limit_time(&database, end);
    work(&database)
}

/// Creates a folder for one copy, which other accounts of the computer cannot read.
fn copy_folder(copies: &Path) -> io::Result<tempfile::TempDir> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(copies)?;
    tempfile::Builder::new().permissions(Permissions::from_mode(0o700)).tempdir_in(copies)
}

/// Copies a database with its log. Refuses if they change meanwhile: the copies would not fit each other, and texts would
/// be lost without a trace. `between` runs between the two. Returns whether there is such a file.
fn copy_database(profile: &Path, file: &Path, copy: &Path, between: impl FnOnce()) -> Result<bool, Refusal> {
    let log = with_suffix(file, "-wal");
    let before = [state_of(profile, file)?, state_of(profile, &log)?];
    if before[0].is_none() {
        return Ok(false);
    }
    copy_file(file, copy)?;
    between();
    if before[1].is_some() {
        copy_file(&log, &with_suffix(copy, "-wal"))?;
    }
    let after = [state_of(profile, file)?, state_of(profile, &log)?];
    if before == after { Ok(true) } else { Err(damaged("it is written at this moment")) }
}

/// What changes with a file: its device, its number there, its length and the time of its last change.
type FileState = (u64, u64, u64, i64, i64);

/// Returns the state of a file; nothing if there is none.
fn state_of(profile: &Path, file: &Path) -> Result<Option<FileState>, Refusal> {
    if !is_own_file(profile, file)? {
        return Ok(None);
    }
    let entry = fs::symlink_metadata(file).map_err(damaged)?;
    Ok(Some((entry.dev(), entry.ino(), entry.len(), entry.mtime(), entry.mtime_nsec())))
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

fn local_texts(database: &Connection, found: &mut Found) -> Result<(), Refusal> {
    if !has_table(database, "ItemTable")? {
        return Ok(());
    }
    let key = |key: ValueRef| key.as_str().ok().map(str::to_owned);
    found.add(database, "SELECT key, value FROM ItemTable", key, values::utf16)
}

/// Reads the store of the library that NextChat uses. Other databases have none of that name.
fn indexed_texts(database: &Connection, found: &mut Found) -> Result<(), Refusal> {
    if !has_table(database, "Records")? || !has_table(database, "ObjectStoreInfo")? {
        return Ok(());
    }
    let key = |key: ValueRef| key.as_blob().ok().and_then(values::key);
    // WebKit sorts by a collation of its own, which no index may need here.
    let query = "SELECT CAST(key AS BLOB), CAST(value AS BLOB) FROM Records NOT INDEXED
         WHERE objectStoreID IN (SELECT id FROM ObjectStoreInfo NOT INDEXED WHERE name = 'keyval')";
    found.add(database, query, key, values::text)
}

/// Interrupts what a database computes at `end`, until the result is dropped. A small file can ask for work without end.
fn limit_time(database: &Connection, end: Instant) -> mpsc::Sender<()> {
    let handle = database.get_interrupt_handle();
    let (stop, stopped) = mpsc::channel();
    std::thread::spawn(move || {
        let mut wait = end.saturating_duration_since(Instant::now());
        // Again and again, because a statement that begins later is not interrupted.
        while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            handle.interrupt();
            wait = Duration::from_millis(20);
        }
    });
    stop
}

/// Whether there is a table with a content of its own: a view or the table of a module could compute any number of rows.
fn has_table(database: &Connection, name: &str) -> Result<bool, Refusal> {
    let query = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name = ?1";
    let found = database.prepare(query).and_then(|mut query| query.exists([name]));
    found.map_err(damaged)
}

/// Returns the texts as members of an object. A store that is not JSON is left out: NextChat cannot read it either.
fn json_of(texts: BTreeMap<String, String>) -> Vec<u8> {
    let mut json = b"{".to_vec();
    for (key, text) in texts {
        let is_store = STORES.contains(&key.as_str());
        if is_store && serde_json::from_str::<IgnoredAny>(&text).is_err() {
            continue;
        }
        let value = if is_store { text } else { Value::from(text).to_string() };
        if json.len() > 1 {
            json.push(b',');
        }
        json.extend(Value::from(key).to_string().into_bytes());
        json.push(b':');
        json.extend(value.into_bytes());
    }
    json.push(b'}');
    json
}

#[cfg(test)]
#[path = "profile_tests.rs"]
mod tests;
