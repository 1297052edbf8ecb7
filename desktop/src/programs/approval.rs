//! The commands that the user has allowed, and the question before the first start of each.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tauri::AppHandle;

use super::command_line::CommandLine;
use crate::{question, words};

/// Returns the file of allowed commands in the folder of the app's settings.
pub fn file_in(folder: &Path) -> PathBuf {
    folder.join("allowed-programs.json")
}

/// The fingerprints of allowed commands, in a file outside the page's reach.
pub struct Approvals {
    file: PathBuf,
    /// One question at a time: two windows on top of each other would hide what is asked.
    asking: tokio::sync::Mutex<()>,
    writing: Mutex<()>,
}

impl Approvals {
    pub fn new(file: PathBuf) -> Self {
        Self { file, asking: tokio::sync::Mutex::default(), writing: Mutex::default() }
    }

    /// Asks whether a command may run, unless it was allowed before. A file that cannot be read allows nothing.
    pub async fn ask(&self, app: &AppHandle, line: &CommandLine, language: &str) -> bool {
        let _one = self.asking.lock().await;
        let fingerprint = line.fingerprint();
        if self.read().contains(&fingerprint) {
            return true;
        }
        let words = words::of(language);
        let text = format!("{}\n\n{}", words.question, line.shown());
        let is_allowed = question::ask(app, &words.title, text, &words.run, &words.cancel).await;
        if is_allowed && let Err(error) = self.add(fingerprint) {
            // The program runs, and the question comes again next time.
            eprintln!("The allowed program could not be remembered: {error}");
        }
        is_allowed
    }

    fn read(&self) -> BTreeSet<String> {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    fn add(&self, fingerprint: String) -> io::Result<()> {
        let _one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut allowed = self.read();
        allowed.insert(fingerprint);
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        // Replaced as a whole, so that a crash leaves the old file.
        let new = self.file.with_extension("new");
        std::fs::write(&new, serde_json::to_vec(&allowed)?)?;
        std::fs::rename(new, &self.file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_allowed_commands() {
        let folder = tempfile::tempdir().expect("a folder");
        let approvals = Approvals::new(file_in(&folder.path().join("new")));
        assert!(approvals.read().is_empty());
        approvals.add("one".to_owned()).expect("written");
        approvals.add("two".to_owned()).expect("written");
        let again = Approvals::new(approvals.file.clone());
        assert_eq!(again.read(), BTreeSet::from(["one".to_owned(), "two".to_owned()]));
    }

    // @D12.6
    #[test]
    fn allows_nothing_from_a_damaged_file() {
        let folder = tempfile::tempdir().expect("a folder");
        for damaged in ["", "{", "null", "{\"one\":true}", "[1]"] {
            std::fs::write(file_in(folder.path()), damaged).expect("written");
            assert!(Approvals::new(file_in(folder.path())).read().is_empty(), "{damaged}");
        }
    }
}
