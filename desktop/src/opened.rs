//! Files that the system, or a command line, asks the app to open. The page attaches them to a message, or asks whether
//! to import them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use tauri::ipc::Response;
use tauri::{AppHandle, Manager, State, Url};

/// Maximum number of files that wait for the page.
const MAX_FILES: usize = 50;
/// Maximum size of a file, in bytes. More than the page takes.
const MAX_BYTES: u64 = 200_000_000;
/// Kinds of files that the page can open, as in the manifest of the web app (`lib/brand/web-manifest.ts`).
const ENDINGS: &[&str] = &[
    "json", "jsonl", "zip", "epub", "pdf", "rtf", "odp", "ods", "odt", "pptx", "xlsx", "docx", "avif", "gif", "heic",
    "heif", "jpg", "jpeg", "png", "webp", "eml", "csv", "md", "txt", "log",
];

/// A file as the page knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpenedFile {
    id: u32,
    name: String,
}

/// The reason why a file cannot be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Refusal {
    Missing,
    /// Not a file, or not one of a kind that the page opens.
    Kind,
    Large,
    Failed,
}

/// The files that wait for the page.
#[derive(Default)]
pub struct Opened(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    last: u32,
    /// Not yet named to the page, and not yet read by it.
    files: BTreeMap<u32, PathBuf>,
    fresh: Vec<OpenedFile>,
}

impl Opened {
    /// Adds files. Returns whether any were added.
    pub fn add(&self, paths: impl IntoIterator<Item = PathBuf>) -> bool {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = waiting.files.len();
        for path in paths {
            if waiting.files.len() == MAX_FILES {
                break;
            }
            waiting.last += 1;
            let id = waiting.last;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            waiting.files.insert(id, path);
            waiting.fresh.push(OpenedFile { id, name });
        }
        waiting.files.len() > before
    }

    /// Returns the files that were added since the last time.
    fn take(&self) -> Vec<OpenedFile> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner).fresh)
    }

    /// Returns the path of a file once.
    fn path(&self, id: u32) -> Option<PathBuf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).files.remove(&id)
    }
}

/// Returns the files among the arguments of a start: paths, or their URLs. Other arguments are ignored.
pub fn find(arguments: impl IntoIterator<Item = String>, folder: &Path) -> Vec<PathBuf> {
    let files = arguments.into_iter().skip(1).filter_map(|argument| path_of(&argument, folder));
    files.filter(|path| path.exists()).take(MAX_FILES).collect()
}

fn path_of(argument: &str, folder: &Path) -> Option<PathBuf> {
    if argument.is_empty() || argument.starts_with('-') {
        return None;
    }
    // A path of Windows looks like a URL whose scheme is one letter.
    match Url::parse(argument) {
        Ok(url) if url.scheme() == "file" => url.to_file_path().ok(),
        Ok(url) if url.scheme().len() > 1 => None,
        _ => Some(folder.join(argument)),
    }
}

/// Returns the names of the files to open. The page asks when it is ready, and after each event `parley:shell`.
#[tauri::command]
pub async fn opened_files(opened: State<'_, Opened>) -> Result<Vec<OpenedFile>, ()> {
    Ok(opened.take())
}

/// Reads such a file, once.
#[tauri::command]
pub async fn opened_read(app: AppHandle, id: u32) -> Result<Response, Refusal> {
    let path = app.state::<Opened>().path(id).ok_or(Refusal::Missing)?;
    let read = tauri::async_runtime::spawn_blocking(move || read(&path)).await;
    read.map_err(|_| Refusal::Failed)?.map(Response::new)
}

fn read(path: &Path) -> Result<Vec<u8>, Refusal> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let facts = std::fs::metadata(path).map_err(|_| Refusal::Missing)?;
    // A pipe or a device would wait, or never end.
    if !facts.is_file() || !ENDINGS.contains(&ending.as_str()) {
        return Err(Refusal::Kind);
    }
    if facts.len() > MAX_BYTES {
        return Err(Refusal::Large);
    }
    let file = File::open(path).map_err(|_| Refusal::Failed)?;
    let mut content = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut content).map_err(|_| Refusal::Failed)?;
    if content.len() as u64 > MAX_BYTES { Err(Refusal::Large) } else { Ok(content) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(arguments: &[&str], folder: &Path) -> Vec<PathBuf> {
        find(std::iter::once("app").chain(arguments.iter().copied()).map(str::to_owned), folder)
    }

    #[test]
    fn finds_paths_and_their_urls_among_the_arguments() {
        let folder = tempfile::tempdir().expect("a folder");
        let (plain, odd) = (folder.path().join("chats.json"), folder.path().join("a b%.md"));
        for file in [&plain, &odd] {
            std::fs::write(file, "{}").expect("written");
        }
        let url = Url::from_file_path(&odd).expect("a URL");
        assert_eq!(found(&["chats.json"], folder.path()), std::slice::from_ref(&plain));
        let whole = plain.to_string_lossy().into_owned();
        assert_eq!(found(&["--new-chat", &whole, url.as_str()], Path::new("/")), [plain, odd]);
        // The first argument is the program itself.
        assert_eq!(find([whole], folder.path()), Vec::<PathBuf>::new());
    }

    // @D12.18
    #[test]
    fn ignores_other_arguments() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("--hidden"), "").expect("written");
        for other in ["", "gone.json", "--hidden", "parley://new-chat", "https://example.com/a.json", "file://host/a"] {
            assert_eq!(found(&[other], folder.path()), Vec::<PathBuf>::new(), "{other}");
        }
    }

    // @D12.18
    #[test]
    fn a_file_is_named_and_read_once_and_no_more_are_taken_than_fit() {
        let opened = Opened::default();
        assert!(opened.add(["/a/chats.json", "/b/notes.md"].map(PathBuf::from)));
        let names = |files: &[OpenedFile]| files.iter().map(|file| (file.id, file.name.clone())).collect::<Vec<_>>();
        assert_eq!(names(&opened.take()), [(1, "chats.json".to_owned()), (2, "notes.md".to_owned())]);
        assert_eq!(opened.take(), []);
        assert_eq!((opened.path(2), opened.path(2)), (Some(PathBuf::from("/b/notes.md")), None));
        assert_eq!(opened.path(99), None);
        opened.add((0..200).map(|number| PathBuf::from(format!("{number}.md"))));
        assert_eq!(opened.take().len(), MAX_FILES - 1);
        assert!(!opened.add([PathBuf::from("x.md")]));
    }

    // @D12.18
    #[test]
    fn refuses_what_is_large_or_no_file_of_a_known_kind() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("notes.MD"), "text").expect("written");
        assert_eq!(read(&path("notes.MD")), Ok(b"text".to_vec()));
        assert_eq!(read(&path("gone.md")), Err(Refusal::Missing));
        for name in ["run.sh", "id_rsa", "md"] {
            std::fs::write(path(name), "text").expect("written");
            assert_eq!(read(&path(name)), Err(Refusal::Kind), "{name}");
        }
        std::fs::create_dir(path("folder.md")).expect("made");
        assert_eq!(read(&path("folder.md")), Err(Refusal::Kind));
        File::create(path("large.txt")).expect("made").set_len(MAX_BYTES + 1).expect("large");
        assert_eq!(read(&path("large.txt")), Err(Refusal::Large));
    }

    // @D12.18
    #[cfg(unix)]
    #[test]
    fn does_not_wait_for_a_pipe() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe.txt");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
        assert_eq!(read(&pipe), Err(Refusal::Kind));
    }
}
