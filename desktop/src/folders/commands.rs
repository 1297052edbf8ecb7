//! The commands of the page.

use tauri::ipc::{InvokeBody, Request, Response};
use tauri::{AppHandle, Manager};
use tauri_plugin_dialog::DialogExt;
use tokio::sync::oneshot;

use super::chosen::{Chosen, Folder, Purpose};
use super::{Problem, files};
use crate::settings::Store;
use crate::words;

/// Asks the user for a folder, and remembers it. None if the user cancels.
#[tauri::command]
pub async fn folder_choose(app: AppHandle, purpose: Purpose) -> Result<Option<Folder>, Problem> {
    let (sender, receiver) = oneshot::channel();
    let words = words::of(&app.state::<Store>().get().language);
    let mut dialog = app.dialog().file().set_title(&words.choose_folder);
    if let Ok(folder) = app.path().document_dir().or_else(|_| app.path().home_dir()) {
        dialog = dialog.set_directory(folder);
    }
    dialog.pick_folder(move |path| {
        // Nobody waits any more if the page was loaded again.
        let _ = sender.send(path);
    });
    let Some(path) = receiver.await.ok().flatten() else { return Ok(None) };
    let path = path.into_path().map_err(|_| Problem::Failed)?;
    on_thread(move || app.state::<Chosen>().add(purpose, &path).map(Some)).await
}

/// Opens a chosen folder, or the folder of a sync inside it, which is made if it is missing.
#[tauri::command]
pub async fn folder_open(app: AppHandle, id: String, inside: String) -> Result<(), Problem> {
    on_thread(move || app.state::<Chosen>().folder(&id, &inside, true).map(drop)).await
}

/// Returns the names of the app's files in a folder.
#[tauri::command]
pub async fn folder_list(app: AppHandle, id: String, inside: String) -> Result<Vec<String>, Problem> {
    on_thread(move || files::list(&app.state::<Chosen>().folder(&id, &inside, false)?)).await
}

/// Reads a file as a raw body.
#[tauri::command]
pub async fn folder_read(app: AppHandle, id: String, inside: String, name: String) -> Result<Response, Problem> {
    on_thread(move || {
        let folder = app.state::<Chosen>().folder(&id, &inside, false)?;
        files::read(&folder, &name).map(Response::new)
    })
    .await
}

/// Replaces a file. The body is the content; the headers name the file, with percent-encoding.
#[tauri::command]
pub async fn folder_write(app: AppHandle, request: Request<'_>) -> Result<(), Problem> {
    let InvokeBody::Raw(content) = request.body() else { return Err(Problem::Failed) };
    let header = |name: &str| {
        let encoded = request.headers().get(name).and_then(|value| value.to_str().ok()).ok_or(Problem::Closed)?;
        let decoded = percent_encoding::percent_decode_str(encoded).decode_utf8().map_err(|_| Problem::Closed)?;
        Ok::<_, Problem>(decoded.into_owned())
    };
    let (id, inside, name, content) = (header("id")?, header("inside")?, header("name")?, content.clone());
    on_thread(move || {
        let folder = app.state::<Chosen>().folder(&id, &inside, false)?;
        files::write(&folder, &name, &content)
    })
    .await
}

/// Removes a file.
#[tauri::command]
pub async fn folder_remove(app: AppHandle, id: String, inside: String, name: String) -> Result<(), Problem> {
    on_thread(move || {
        let folder = app.state::<Chosen>().folder(&id, &inside, false)?;
        files::remove(&folder, &name)
    })
    .await
}

/// Runs work that waits for a disk, which may be one of a network.
async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tauri::async_runtime::spawn_blocking(work).await.map_err(|_| Problem::Failed)?
}
