//! The folders that the user has chosen, in `folders.json` in the folder of the app's settings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Problem, files};
use crate::save;

/// The use of a folder. Each has one folder, and a new choice replaces it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Additional backup files.
    Copies,
    Sync,
}

/// A folder as the page knows it. The id cannot be guessed, and the path stays in the shell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Folder {
    pub id: String,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    id: String,
    /// Without links, as it was when the user chose it.
    path: PathBuf,
}

/// The chosen folders with their file.
pub struct Chosen {
    file: PathBuf,
    current: Mutex<BTreeMap<Purpose, Entry>>,
}

impl Chosen {
    /// Reads the folders. A damaged file counts as none, so that the page must ask the user again.
    pub fn open(settings: &Path) -> Self {
        let file = settings.join("folders.json");
        let text = std::fs::read(&file).unwrap_or_default();
        Self { current: Mutex::new(serde_json::from_slice(&text).unwrap_or_default()), file }
    }

    /// Remembers a folder. The same folder retains its id.
    pub fn add(&self, purpose: Purpose, path: &Path) -> Result<Folder, Problem> {
        let path = std::fs::canonicalize(path)?;
        // The file contains text, and a path of the root of a disk has no name.
        let name = path.file_name().and_then(|name| name.to_str()).ok_or(Problem::Closed)?.to_owned();
        path.to_str().ok_or(Problem::Closed)?;
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let known = current.get(&purpose).filter(|entry| entry.path == path).map(|entry| entry.id.clone());
        let id = match known {
            Some(id) => id,
            None => new_id()?,
        };
        current.insert(purpose, Entry { id: id.clone(), path });
        // Without a file, the folder is usable until the app ends. Then the page asks for it again.
        let text = serde_json::to_vec(&*current).map_err(|_| Problem::Failed)?;
        let written =
            self.file.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| save::write(&self.file, &text));
        if let Err(error) = written {
            eprintln!("The chosen folder could not be remembered: {error}");
        }
        Ok(Folder { id, name })
    }

    /// Returns the folder in which the page works: a chosen one, or one inside it. The folder of the app's settings is
    /// refused, because it contains what the user has allowed.
    pub fn folder(&self, id: &str, inside: &str, is_made: bool) -> Result<PathBuf, Problem> {
        // Resolved, because some systems ignore letter case.
        let folder = std::fs::canonicalize(files::folder(&self.path(id)?, inside, is_made)?)?;
        let settings = self.file.parent().and_then(|parent| std::fs::canonicalize(parent).ok());
        let is_of_app = settings.is_some_and(|settings| folder.starts_with(settings));
        if is_of_app { Err(Problem::Closed) } else { Ok(folder) }
    }

    /// Returns the path of a chosen folder. A link that has taken its place since is refused.
    fn path(&self, id: &str) -> Result<PathBuf, Problem> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = current.values().find(|entry| entry.id == id).ok_or(Problem::Closed)?;
        let path = std::fs::canonicalize(&entry.path)?;
        if path != entry.path || !path.is_dir() {
            return Err(Problem::Closed);
        }
        Ok(path)
    }
}

fn new_id() -> Result<String, Problem> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| Problem::Failed)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_folder_is_remembered_with_its_id_until_another_one_is_chosen() {
        let home = tempfile::tempdir().expect("a folder");
        let (notes, other) = (home.path().join("Notes"), home.path().join("Other"));
        std::fs::create_dir(&notes).expect("made");
        std::fs::create_dir(&other).expect("made");
        let settings = home.path().join("config");
        let chosen = Chosen::open(&settings);
        let first = chosen.add(Purpose::Sync, &notes).expect("chosen");
        assert_eq!((first.name.as_str(), first.id.len()), ("Notes", 32));
        assert_eq!(chosen.add(Purpose::Sync, &notes), Ok(first.clone()));
        let copies = chosen.add(Purpose::Copies, &notes).expect("chosen");
        assert_ne!(copies.id, first.id);
        let again = Chosen::open(&settings);
        assert_eq!(again.path(&first.id), Ok(std::fs::canonicalize(&notes).expect("a path")));
        let second = again.add(Purpose::Sync, &other).expect("chosen");
        assert_ne!(second.id, first.id);
        assert_eq!(again.path(&first.id), Err(Problem::Closed));
        assert!(again.path(&copies.id).is_ok());
    }

    // @D12.17
    #[test]
    fn nothing_is_open_that_the_user_has_not_chosen() {
        let home = tempfile::tempdir().expect("a folder");
        let chosen = Chosen::open(home.path());
        for id in ["", "0", "..", "/", &home.path().to_string_lossy()] {
            assert_eq!(chosen.path(id), Err(Problem::Closed), "{id}");
        }
        std::fs::write(home.path().join("folders.json"), "damaged").expect("written");
        assert_eq!(Chosen::open(home.path()).path(""), Err(Problem::Closed));
        assert_eq!(chosen.add(Purpose::Sync, Path::new("/")), Err(Problem::Closed));
    }

    // @D12.17
    #[test]
    fn the_folder_of_the_settings_is_never_open() {
        let home = tempfile::tempdir().expect("a folder");
        let settings = home.path().join("chatgpt-next-web");
        let chosen = Chosen::open(&settings);
        let id = chosen.add(Purpose::Sync, home.path()).expect("chosen").id;
        assert_eq!(chosen.folder(&id, "chatgpt-next-web", true), Err(Problem::Closed));
        assert!(chosen.folder(&id, "", true).is_ok());
        let id = chosen.add(Purpose::Sync, &settings).expect("chosen").id;
        assert_eq!(chosen.folder(&id, "", false), Err(Problem::Closed));
        assert_eq!(chosen.folder(&id, "chatgpt-next-web", true), Err(Problem::Closed));
    }

    // @D12.17
    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_the_folder_is_refused_and_a_missing_folder_is_named() {
        let home = tempfile::tempdir().expect("a folder");
        let (notes, other) = (home.path().join("Notes"), home.path().join("Other"));
        std::fs::create_dir(&notes).expect("made");
        std::fs::create_dir(&other).expect("made");
        let chosen = Chosen::open(&home.path().join("config"));
        let id = chosen.add(Purpose::Copies, &notes).expect("chosen").id;
        std::fs::remove_dir(&notes).expect("removed");
        assert_eq!(chosen.path(&id), Err(Problem::Missing));
        std::os::unix::fs::symlink(&other, &notes).expect("linked");
        assert_eq!(chosen.path(&id), Err(Problem::Closed));
        std::fs::remove_file(&notes).expect("removed");
        std::fs::write(&notes, "a file").expect("written");
        assert_eq!(chosen.path(&id), Err(Problem::Closed));
    }
}
