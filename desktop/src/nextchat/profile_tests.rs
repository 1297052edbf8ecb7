use std::os::unix::fs::symlink;

use super::*;

const CHATS: &str = r#"{"state":{"sessions":[]},"version":3.3}"#;

fn local_file(profile: &Path) -> PathBuf {
    profile.join("localstorage").join("tauri_localhost_0.localstorage")
}

/// Creates a database as WebKit does.
fn create(file: &Path, schema: &str) -> Connection {
    fs::create_dir_all(file.parent().expect("a folder")).expect("created");
    let database = Connection::open(file).expect("a database");
    database.pragma_update(None, "journal_mode", "wal").expect("a log");
    database.execute_batch(schema).expect("tables");
    database
}

fn add_local(database: &Connection, key: &str, text: &str) {
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    database.execute("INSERT INTO ItemTable VALUES (?1, ?2)", (key, units)).expect("written");
}

fn create_local(profile: &Path) -> Connection {
    create(&local_file(profile), "CREATE TABLE ItemTable (key TEXT UNIQUE, value BLOB NOT NULL)")
}

fn add_indexed(profile: &Path, name: &str, key: &str, text: &str) -> Connection {
    let file = profile.join("databases/indexeddb/v1/tauri_localhost_0").join(name).join("IndexedDB.sqlite3");
    let database = create(
        &file,
        "CREATE TABLE Records (objectStoreID INTEGER, key TEXT, value, recordID INTEGER PRIMARY KEY);
         CREATE TABLE ObjectStoreInfo (id INTEGER PRIMARY KEY, name TEXT);
         INSERT INTO ObjectStoreInfo VALUES (1, 'keyval');",
    );
    let units: Vec<u8> = key.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let stored_key = [&[0, 0x60][..], &(key.len() as u32).to_le_bytes(), &units].concat();
    let length = (text.len() as u32 | (1 << 31)).to_le_bytes();
    let value = [&[15, 0, 0, 0, 16][..], &length, text.as_bytes()].concat();
    database.execute("INSERT INTO Records VALUES (1, ?1, ?2, NULL)", (stored_key, value)).expect("written");
    database
}

fn files_of(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("listed")
        .flatten()
        .flat_map(|entry| match entry.path() {
            path if path.is_dir() => files_of(&path),
            path => vec![(path.clone(), fs::read(&path).expect("read"))],
        })
        .collect();
    files.sort();
    files
}

fn read_json(profile: &Path) -> serde_json::Value {
    serde_json::from_slice(&read(profile).expect("a profile")).expect("JSON")
}

// @D12.15
#[test]
fn reads_both_storages_with_what_is_in_their_logs_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let local = create_local(folder.path());
    add_local(&local, "chat-next-web-store", r#"{"state":{"sessions":["old"]},"version":3}"#);
    add_local(&local, "unfinished-input-1", "half a \"text\" 潮");
    add_local(&local, "other", "{}");
    add_local(&local, "app-config", "not JSON");
    let indexed = add_indexed(folder.path(), "one", "chat-next-web-store", CHATS);
    let before = files_of(folder.path());
    assert!(before.iter().any(|(path, bytes)| path.to_string_lossy().ends_with("-wal") && !bytes.is_empty()));
    let expected = serde_json::json!({
        "chat-next-web-store": { "state": { "sessions": [] }, "version": 3.3 },
        "unfinished-input-1": "half a \"text\" 潮",
    });
    assert_eq!(read_json(folder.path()), expected);
    assert!(files_of(folder.path()) == before);
    drop((local, indexed));
}

#[test]
fn an_empty_profile_has_no_stores() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(read_json(folder.path()), serde_json::json!({}));
    assert_eq!(read_json(&folder.path().join("gone")), serde_json::json!({}));
}

// @D12.15
#[test]
fn refuses_links_and_what_is_not_a_file() {
    let outside = tempfile::tempdir().expect("a folder");
    drop(create_local(outside.path()));
    let linked_file = tempfile::tempdir().expect("a folder");
    fs::create_dir(linked_file.path().join("localstorage")).expect("created");
    symlink(local_file(outside.path()), local_file(linked_file.path())).expect("linked");
    let linked_folder = tempfile::tempdir().expect("a folder");
    symlink(outside.path().join("localstorage"), linked_folder.path().join("localstorage")).expect("linked");
    let linked_profile = linked_folder.path().join("profile");
    symlink(outside.path(), &linked_profile).expect("linked");
    let other = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(local_file(other.path())).expect("created");
    for profile in [linked_file.path(), linked_folder.path(), &linked_profile, other.path()] {
        assert_eq!(read(profile), Err(Refusal::Damaged), "{}", profile.display());
    }
}

// @D12.15
#[test]
fn refuses_damaged_and_huge_files() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("localstorage")).expect("created");
    fs::write(local_file(folder.path()), "not a database, but long enough to look like one".repeat(100))
        .expect("written");
    assert_eq!(read(folder.path()), Err(Refusal::Damaged));
    // Empty space, which takes none on the disk.
    let huge = tempfile::tempdir().expect("a folder");
    drop(create_local(huge.path()));
    let file = fs::OpenOptions::new().write(true).open(local_file(huge.path())).expect("opened");
    file.set_len(MAX_BYTES + 1).expect("grown");
    assert_eq!(read(huge.path()), Err(Refusal::Large));
}

#[test]
fn refuses_a_profile_with_too_many_databases() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..=MAX_DATABASES {
        let path = folder.path().join("databases/indexeddb/v1/tauri_localhost_0").join(number.to_string());
        fs::create_dir_all(path).expect("created");
    }
    assert_eq!(read(folder.path()), Err(Refusal::Large));
}
