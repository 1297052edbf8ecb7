//! The settings of the shell itself, which are needed before the page is loaded.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::save;

/// Largest file that is read, in bytes.
const MAX_BYTES: u64 = 64 * 1024;

/// The settings. By default the shell does nothing outside its window.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Settings {
    /// Whether the tray has an icon of the app.
    pub tray: bool,
    /// Whether the user knows that a closed window leaves the app running.
    pub knows_tray: bool,
    /// The keys of the global shortcut, such as `Control+Alt+Space`; empty without one.
    pub shortcut: String,
    /// Steps of zoom, counted from 100 %.
    pub zoom: i8,
    /// The language of the app, for the texts of the shell.
    pub language: String,
    /// Settings of a newer version, which are written back.
    #[serde(flatten)]
    rest: Map<String, Value>,
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
        let is_small = std::fs::metadata(&file).is_ok_and(|entry| entry.len() <= MAX_BYTES);
        let text = if is_small { std::fs::read(&file).unwrap_or_default() } else { Vec::new() };
        Self { file, current: Mutex::new(serde_json::from_slice(&text).unwrap_or_default()) }
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
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        save::write(&self.file, &serde_json::to_vec_pretty(&next)?)?;
        *current = next;
        Ok(())
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
    }
}
