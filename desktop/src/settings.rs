//! The settings of the shell itself, which are needed before the page is loaded.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::save;

/// Largest file that is read, in bytes.
const MAX_BYTES: u64 = 64 * 1024;

/// The settings. By default the shell does nothing outside its window.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// Whether the tray has an icon of the app.
    pub tray: bool,
    /// Whether the user knows that a closed window leaves the app running.
    pub knows_tray: bool,
    /// The keys of the global shortcut, such as `Control+Alt+Space`; empty without one.
    pub shortcut: String,
    /// Steps of zoom, counted from 100 %.
    pub zoom: i8,
    /// Whether the menu bar is shown. macOS always shows it.
    pub menu: bool,
    /// The language of the app, for the texts of the shell.
    pub language: String,
    /// The version that was installed just now, until its first start; otherwise empty.
    pub installed: String,
    /// Settings of a newer version, which are written back.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl Settings {
    /// Reads the settings. A damaged one counts as missing, and takes no other with it.
    fn read(text: &[u8]) -> Self {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let mut rest: Map<String, Value> = serde_json::from_slice(text).unwrap_or_default();
        Self {
            tray: take(&mut rest, "tray"),
            knows_tray: take(&mut rest, "knowsTray"),
            shortcut: take(&mut rest, "shortcut"),
            zoom: take(&mut rest, "zoom"),
            menu: take(&mut rest, "menu"),
            language: take(&mut rest, "language"),
            installed: take(&mut rest, "installed"),
            rest,
        }
    }
}

fn take<T: DeserializeOwned + Default>(settings: &mut Map<String, Value>, name: &str) -> T {
    settings.remove(name).and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
}

/// Reads a file. One that is too large, or not a file at all, counts as empty.
fn read_file(path: &Path) -> Vec<u8> {
    let mut text = Vec::new();
    // A pipe would wait for its other end when it is opened.
    if std::fs::metadata(path).is_ok_and(|entry| entry.is_file()) {
        let read = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut text));
        if read.is_err() || text.len() as u64 > MAX_BYTES {
            text.clear();
        }
    }
    text
}

/// The settings with their file.
pub struct Store {
    file: PathBuf,
    current: Mutex<Settings>,
}

impl Store {
    /// Reads the settings from a folder. Damaged ones count as missing.
    pub fn open(folder: &Path) -> Self {
        let file = folder.join("shell.json");
        let settings = Settings::read(&read_file(&file));
        Self { file, current: Mutex::new(settings) }
    }

    pub fn get(&self) -> Settings {
        self.lock().clone()
    }

    /// Changes the settings. If the file cannot be written, they stay as they were.
    pub fn change(&self, change: impl FnOnce(&mut Settings)) -> io::Result<()> {
        let mut current = self.lock();
        let mut next = current.clone();
        change(&mut next);
        if next == *current {
            return Ok(());
        }
        self.write(&next)?;
        *current = next;
        Ok(())
    }

    /// Changes what is worth nothing more than its use until the end of the app if the file cannot be written, as in a
    /// home that is read-only.
    pub fn note(&self, change: impl FnOnce(&mut Settings)) {
        let mut current = self.lock();
        let before = current.clone();
        change(&mut current);
        if *current != before
            && let Err(error) = self.write(&current)
        {
            eprintln!("The settings of the shell could not be stored: {error}");
        }
    }

    fn write(&self, settings: &Settings) -> io::Result<()> {
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        save::write(&self.file, &serde_json::to_vec_pretty(settings)?)
    }

    fn lock(&self) -> MutexGuard<'_, Settings> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_changes_and_the_settings_of_newer_versions() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("shell.json"), r#"{"tray":true,"newer":[1]}"#).expect("written");
        let store = Store::open(folder.path());
        assert!(store.get().tray);
        store.change(|settings| settings.shortcut = "Control+Alt+Space".to_owned()).expect("changed");
        let text = std::fs::read_to_string(folder.path().join("shell.json")).expect("read");
        let stored: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(stored["newer"], serde_json::json!([1]));
        assert_eq!(Store::open(folder.path()).get(), store.get());
    }

    #[test]
    fn has_everything_off_by_default_and_after_damage() {
        let folder = tempfile::tempdir().expect("a folder");
        for text in ["", "{", "[]", r#"{"tray":"yes"}"#, &format!("{}{{}}", " ".repeat(100_000))] {
            std::fs::write(folder.path().join("shell.json"), text).expect("written");
            assert_eq!(Store::open(folder.path()).get(), Settings::default(), "{:.20}", text);
        }
    }

    #[test]
    fn stays_as_it_was_if_the_file_cannot_be_written() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("file"), "").expect("written");
        let store = Store::open(&folder.path().join("file"));
        assert!(store.change(|settings| settings.tray = true).is_err());
        assert!(!store.get().tray);
        store.note(|settings| settings.zoom = 2);
        assert_eq!(store.get().zoom, 2);
    }

    #[test]
    fn a_damaged_setting_takes_no_other_with_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let damaged =
            "\u{feff}{\"tray\":true,\"zoom\":300,\"shortcut\":\"Control+Alt+KeyN\",\"language\":[],\"newer\":[1]}";
        std::fs::write(folder.path().join("shell.json"), damaged).expect("written");
        let settings = Store::open(folder.path()).get();
        let rest = Map::from_iter([("newer".to_owned(), serde_json::json!([1]))]);
        let shortcut = "Control+Alt+KeyN".to_owned();
        assert_eq!(settings, Settings { tray: true, shortcut, rest, ..Settings::default() });
    }

    #[cfg(unix)]
    #[test]
    fn what_is_not_a_file_counts_as_missing() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("shell.json");
        // Neither is ever read to its end.
        nix::unistd::mkfifo(&file, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
        assert_eq!(Store::open(folder.path()).get(), Settings::default());
        std::fs::remove_file(&file).expect("removed");
        std::os::unix::fs::symlink("/dev/zero", &file).expect("linked");
        assert_eq!(Store::open(folder.path()).get(), Settings::default());
    }
}
