//! Saves a file of the app where the user chooses.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use tauri::ipc::{InvokeBody, Request};
use tauri::{AppHandle, Manager};
use tauri_plugin_dialog::DialogExt;
use tokio::sync::oneshot;

/// Longest name that is suggested, in characters.
const MAX_NAME: usize = 120;

/// The result of saving a file.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum Outcome {
    Saved,
    /// The user has closed the dialog.
    Canceled,
    Failed {
        reason: String,
    },
}

/// Asks where to save a file, and writes it there. The body is the content; the header `name` is the suggested name,
/// with percent-encoding.
#[tauri::command]
pub async fn save_file(app: AppHandle, request: Request<'_>) -> Result<Outcome, ()> {
    let InvokeBody::Raw(content) = request.body() else {
        return Ok(Outcome::Failed { reason: "The content is missing.".to_owned() });
    };
    let name = request.headers().get("name").and_then(|name| name.to_str().ok()).unwrap_or_default();
    let Some(path) = ask(&app, &suggested(name)).await else {
        return Ok(Outcome::Canceled);
    };
    let content = content.clone();
    let written = tauri::async_runtime::spawn_blocking(move || write(&path, &content)).await;
    Ok(match written {
        Ok(Ok(())) => Outcome::Saved,
        Ok(Err(error)) => Outcome::Failed { reason: error.to_string() },
        Err(error) => Outcome::Failed { reason: error.to_string() },
    })
}

async fn ask(app: &AppHandle, name: &str) -> Option<PathBuf> {
    let (tell, told) = oneshot::channel();
    let mut dialog = app.dialog().file().set_title(name).set_file_name(name);
    if let Ok(folder) = app.path().download_dir().or_else(|_| app.path().home_dir()) {
        dialog = dialog.set_directory(folder);
    }
    dialog.save_file(move |path| {
        // Nobody waits any more if the page was loaded again.
        let _ = tell.send(path);
    });
    told.await.ok().flatten()?.into_path().ok()
}

/// Returns a file name for the dialog. It names no folder, whatever the page asks.
pub fn suggested(encoded: &str) -> String {
    let name = percent_encoding::percent_decode_str(encoded).decode_utf8_lossy();
    let allowed =
        |letter: &char| !letter.is_control() && !matches!(letter, '/' | '\\' | ':' | '<' | '>' | '"' | '|' | '?' | '*');
    let name: String = name.chars().filter(allowed).take(MAX_NAME).collect();
    let name = name.trim_matches(|letter: char| letter == '.' || letter.is_whitespace());
    if name.is_empty() { "file".to_owned() } else { name.to_owned() }
}

/// Writes a file beside its target first, so that a failure leaves the target as it was. The target retains its
/// permissions, and its place if it is a link.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".part-");
    // The default of the system, which its mask narrows. A temporary file would be the user's alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut part = builder.tempfile_in(folder)?;
    part.write_all(content)?;
    if let Ok(existing) = std::fs::metadata(&target) {
        part.as_file().set_permissions(existing.permissions())?;
    }
    // The system may write the name before the content, and then lose its power.
    part.as_file().sync_all()?;
    part.persist(&target)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // @D12.10
    #[test]
    fn suggests_no_folder() {
        for (asked, name) in [
            ("chats.json", "chats.json"),
            ("%E6%BD%AE.md", "潮.md"),
            ("../../.bashrc", "bashrc"),
            ("%2Fetc%2Fpasswd", "etcpasswd"),
            ("..%5C..%5Crun.bat", "run.bat"),
            ("a%00b%0A.md", "ab.md"),
            (" .. ", "file"),
            ("", "file"),
        ] {
            assert_eq!(suggested(asked), name, "{asked}");
        }
        assert_eq!(suggested(&"x".repeat(5000)).len(), MAX_NAME);
    }

    #[test]
    fn replaces_a_file_as_a_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("chats.json");
        write(&path, b"old").expect("written");
        write(&path, b"new").expect("written");
        assert_eq!(std::fs::read(&path).expect("read"), b"new");
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn leaves_other_files_alone_and_retains_permissions_and_links() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let (path, link, other) =
            (folder.path().join("keys"), folder.path().join("link"), folder.path().join("keys.part"));
        let mode = |path: &Path| std::fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        std::fs::write(&other, "of the user").expect("written");
        std::fs::write(&path, "old").expect("written");
        let usual = mode(&path);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).expect("changed");
        symlink(&path, &link).expect("linked");
        write(&link, b"new").expect("written");
        assert_eq!(std::fs::read(&path).expect("read"), b"new");
        assert_eq!(mode(&path), 0o600);
        assert!(link.is_symlink());
        assert_eq!(std::fs::read(&other).expect("read"), b"of the user");
        write(&folder.path().join("first"), b"new").expect("written");
        assert_eq!(mode(&folder.path().join("first")), usual);
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 4);
    }

    #[test]
    fn reports_a_folder_that_is_gone() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(write(&folder.path().join("gone").join("chats.json"), b"new").is_err());
    }
}
