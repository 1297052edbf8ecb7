use super::*;

const COPY: &str = "Parley-copy-2026-11-28.json";
const OBJECT: &str = "parley-0123456789abcdef0123456789abcdef";

fn chosen() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn the_app_writes_lists_reads_and_removes_its_files() {
    let chosen = chosen();
    assert_eq!(folder(chosen.path(), SYNC_FOLDER, false), Err(Problem::Missing));
    let inside = folder(chosen.path(), SYNC_FOLDER, true).expect("made");
    assert_eq!(folder(chosen.path(), SYNC_FOLDER, true), Ok(inside.clone()));
    write(&inside, "backup.json", b"old").expect("written");
    write(&inside, "backup.json", b"new").expect("written");
    write(&inside, OBJECT, b"\0\xff").expect("written");
    write(&inside, COPY, b"{}").expect("written");
    std::fs::write(inside.join("notes.txt"), "of the user").expect("written");
    let mut names = list(&inside).expect("listed");
    names.sort();
    assert_eq!(names, [COPY, "backup.json", OBJECT]);
    assert_eq!(read(&inside, "backup.json"), Ok(b"new".to_vec()));
    assert_eq!(read(&inside, OBJECT), Ok(b"\0\xff".to_vec()));
    remove(&inside, "backup.json").expect("removed");
    assert_eq!(read(&inside, "backup.json"), Err(Problem::Missing));
    assert_eq!(remove(&inside, "backup.json"), Err(Problem::Missing));
    assert_eq!(std::fs::read_dir(&inside).expect("listed").count(), 3);
}

// @D12.17
#[test]
fn other_names_and_paths_are_refused() {
    let chosen = chosen();
    let inside = folder(chosen.path(), SYNC_FOLDER, true).expect("made");
    std::fs::write(chosen.path().join("outside.json"), "{}").expect("written");
    let absolute = chosen.path().join("outside.json");
    for name in [
        "../outside.json",
        "..",
        ".",
        "",
        "b/c.json",
        r"..\outside.json",
        r"C:\x.json",
        "c:x.json",
        &absolute.to_string_lossy(),
        ".hidden.json",
        " x.json",
        "x.json ",
        "x.json.",
        "x\0.json",
        "x\n.json",
        "con.json",
        "LPT1.json",
        "run.sh",
        "service-account.json",
        "Parley-copy-2026-11-28.txt",
        "-copy-2026-11-2.json",
        "Parley-copy-2026x11-28.json",
        "Backup.json",
        "parley-x",
        "parley-0123456789ABCDEF0123456789abcdef",
        &format!("{}{COPY}", "x".repeat(MAX_NAME)),
    ] {
        assert_eq!(write(&inside, name, b"x"), Err(Problem::Closed), "{name}");
        assert_eq!(read(&inside, name), Err(Problem::Closed), "{name}");
        assert_eq!(remove(&inside, name), Err(Problem::Closed), "{name}");
    }
    for name in ["..", ".", "../a", "a/b", "/tmp", ".git", r"a\b", "C:", "any", "CHATGPT-NEXT-WEB"] {
        assert_eq!(folder(chosen.path(), name, true), Err(Problem::Closed), "{name}");
    }
    assert_eq!(std::fs::read_dir(&inside).expect("listed").count(), 0);
    assert_eq!(std::fs::read(absolute).expect("read"), b"{}");
}

// @D12.17
#[cfg(unix)]
#[test]
fn links_and_pipes_are_neither_followed_nor_replaced() {
    use std::os::unix::fs::symlink;
    let (chosen, elsewhere) = (chosen(), chosen());
    let secret = elsewhere.path().join("secret.json");
    std::fs::write(&secret, "secret").expect("written");
    symlink(&secret, chosen.path().join("backup.json")).expect("linked");
    symlink(elsewhere.path(), chosen.path().join(SYNC_FOLDER)).expect("linked");
    nix::unistd::mkfifo(&chosen.path().join(COPY), nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    std::fs::create_dir(chosen.path().join(OBJECT)).expect("made");
    for name in ["backup.json", COPY, OBJECT] {
        assert_eq!(read(chosen.path(), name), Err(Problem::Closed), "{name}");
        assert_eq!(write(chosen.path(), name, b"x"), Err(Problem::Closed), "{name}");
        assert_eq!(remove(chosen.path(), name), Err(Problem::Closed), "{name}");
    }
    assert_eq!(folder(chosen.path(), SYNC_FOLDER, true), Err(Problem::Closed));
    assert_eq!(list(chosen.path()), Ok(vec![]));
    assert_eq!(std::fs::read(&secret).expect("read"), b"secret");
}
