//! The commands of the page.

use serde::Serialize;
use tauri::ipc::Response;
use tauri::{AppHandle, Manager};

use super::{Refusal, copies, folder};
use crate::settings::Store;
use crate::{question, words};

/// Whether this computer has the profile of a NextChat.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    None,
    Readable,
    /// The web view of this system stores it in a way that only NextChat reads.
    Closed,
}

/// Looks for a profile.
#[tauri::command]
pub async fn nextchat_find(app: AppHandle) -> Found {
    match folder(&app) {
        Some(folder) if folder.is_dir() && cfg!(target_os = "linux") => Found::Readable,
        Some(folder) if folder.is_dir() => Found::Closed,
        _ => Found::None,
    }
}

/// Reads the profile, if the user allows it. Returns NextChat's stores as one JSON object, like its own export.
#[tauri::command]
pub async fn nextchat_read(app: AppHandle) -> Result<Response, Refusal> {
    let words = words::of(&app.state::<Store>().get().language);
    if !question::ask(&app, "NextChat", words.next_chat.clone(), &words.import, &words.cancel).await {
        return Err(Refusal::Canceled);
    }
    let (folder, copies) = folder(&app).zip(copies(&app)).ok_or(Refusal::Damaged)?;
    let read = tauri::async_runtime::spawn_blocking(move || read(&folder, &copies)).await;
    read.map_err(|_| Refusal::Damaged)?.map(Response::new)
}

#[cfg(target_os = "linux")]
use super::profile::read;

#[cfg(not(target_os = "linux"))]
fn read(_folder: &std::path::Path, _copies: &std::path::Path) -> Result<Vec<u8>, Refusal> {
    Err(Refusal::Damaged)
}
