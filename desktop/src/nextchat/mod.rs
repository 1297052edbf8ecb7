//! The profile of a NextChat desktop app, which is read and never changed.

pub mod commands;
#[cfg(target_os = "linux")]
mod profile;
#[cfg(target_os = "linux")]
mod values;

use std::path::PathBuf;

use serde::Serialize;
use tauri::{AppHandle, Manager};

/// The identifier of NextChat, which names the folder of its profile.
const IDENTIFIER: &str = "com.yida.chatgpt.next.web";

/// The reason why a profile cannot be read.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Refusal {
    /// The user has not allowed it.
    Canceled,
    Large,
    /// Damaged, written at this moment, or not a profile at all.
    Damaged,
}

/// Returns the folder for copies of the profile, in the app's own profile.
fn copies(app: &AppHandle) -> Option<PathBuf> {
    Some(app.path().app_cache_dir().ok()?.join("nextchat-copies"))
}

/// Removes copies that an app left when it was killed.
pub fn remove_copies(app: &AppHandle) {
    #[cfg(target_os = "linux")]
    if let Some(copies) = copies(app) {
        profile::remove_copies(&copies);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = app;
}

/// Returns the folder of the profile, whether it exists or not.
fn folder(app: &AppHandle) -> Option<PathBuf> {
    let parent = if cfg!(target_os = "macos") {
        app.path().home_dir().ok()?.join("Library").join("WebKit")
    } else if cfg!(windows) {
        app.path().local_data_dir().ok()?
    } else {
        app.path().data_dir().ok()?
    };
    Some(parent.join(IDENTIFIER))
}
