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

/// Reads a profile with a folder of its own for the copies, which is empty afterward.
fn read(profile: &Path) -> Result<Vec<u8>, Refusal> {
    let folder = tempfile::tempdir().expect("a folder");
    let copies = folder.path().join("copies");
    let read = super::read(profile, &copies);
    assert_eq!(fs::read_dir(&copies).expect("listed").count(), 0);
    read
}

fn read_json(profile: &Path) -> Value {
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

// @D12.16
#[test]
fn other_accounts_cannot_read_the_copies_and_those_of_a_killed_app_are_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let copies = folder.path().join("cache").join("copies");
    let kept = copy_folder(&copies).expect("a folder").keep();
    for each in [&copies, &kept] {
        assert_eq!(fs::metadata(each).expect("a folder").mode() & 0o777, 0o700, "{}", each.display());
    }
    fs::write(kept.join("copy"), "chats").expect("written");
    remove_copies(&copies);
    assert!(!copies.exists());
    remove_copies(&copies);
}

// @D12.15
#[test]
fn refuses_a_profile_that_is_written_while_it_is_copied() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = create_local(folder.path());
    add_local(&database, "unfinished-input-1", "first");
    let file = local_file(folder.path());
    let copy = folder.path().join("copy");
    assert_eq!(copy_database(folder.path(), &file, &copy, || ()), Ok(true));
    let checkpoint = || {
        database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).expect("the log moved into the database");
    };
    assert_eq!(copy_database(folder.path(), &file, &copy, checkpoint), Err(Refusal::Damaged));
    let write = || add_local(&database, "unfinished-input-2", "second");
    assert_eq!(copy_database(folder.path(), &file, &copy, write), Err(Refusal::Damaged));
    let replace = || {
        fs::copy(&file, folder.path().join("other")).expect("copied");
        fs::rename(folder.path().join("other"), &file).expect("replaced");
    };
    assert_eq!(copy_database(folder.path(), &file, &copy, replace), Err(Refusal::Damaged));
}

// @D12.16
#[test]
fn a_small_file_cannot_compute_many_rows() {
    let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)";
    let folder = tempfile::tempdir().expect("a folder");
    let rows = "SELECT 'unfinished-input-' || x AS key, zeroblob(1000000) AS value FROM c";
    drop(create(&local_file(folder.path()), &format!("CREATE VIEW ItemTable AS {endless} {rows}")));
    let file = folder.path().join("databases/indexeddb/v1/tauri_localhost_0/one/IndexedDB.sqlite3");
    let views = format!(
        "CREATE VIEW Records AS {endless} SELECT 1 AS objectStoreID, x AS key, zeroblob(1000000) AS value FROM c;
         CREATE VIEW ObjectStoreInfo AS SELECT 1 AS id, 'keyval' AS name;"
    );
    drop(create(&file, &views));
    assert_eq!(read_json(folder.path()), serde_json::json!({}));
}

// @D12.16
#[test]
fn stops_at_the_limits_of_bytes_and_of_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let computed = "CREATE TABLE ItemTable (key TEXT, value AS (zeroblob(100000000)))";
    let database = create(&local_file(folder.path()), computed);
    for number in 0..6 {
        database.execute("INSERT INTO ItemTable VALUES (?1)", [format!("other{number}")]).expect("written");
    }
    assert_eq!(read(folder.path()), Err(Refusal::Large));
    let database = Connection::open_in_memory().expect("a database");
    let _limit = limit_time(&database, Instant::now());
    let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c WHERE x < 0";
    assert!(database.query_row(endless, [], |_| Ok(())).is_err());
}

#[test]
fn skips_rows_of_other_forms_and_databases_without_the_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let local = create_local(folder.path());
    local
        .execute_batch("INSERT INTO ItemTable VALUES (CAST(x'ff61' AS TEXT), x'6100'), ('sync', 'text'), (NULL, x'00')")
        .expect("written");
    add_local(&local, "app-config", "{}");
    drop(local);
    let databases = folder.path().join("databases/indexeddb/v1/tauri_localhost_0");
    drop(create(&databases.join("other/IndexedDB.sqlite3"), "CREATE TABLE IDBDatabaseInfo (key TEXT)"));
    fs::create_dir(databases.join("empty")).expect("created");
    fs::write(databases.join("empty/IndexedDB.sqlite3"), "").expect("written");
    fs::write(databases.join("a file"), "").expect("written");
    assert_eq!(read_json(folder.path()), serde_json::json!({ "app-config": {} }));
    fs::write(local_file(folder.path()), "").expect("written");
    assert_eq!(read_json(folder.path()), serde_json::json!({}));
}

#[test]
fn a_folder_that_cannot_be_listed_is_not_an_empty_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let databases = folder.path().join("databases/indexeddb/v1");
    fs::create_dir_all(&databases).expect("created");
    fs::write(databases.join("tauri_localhost_0"), "x").expect("written");
    assert_eq!(read(folder.path()), Err(Refusal::Damaged));
}
