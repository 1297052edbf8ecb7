//! Updates of the app, signed with the operator's key. Without an address in the configuration there are none.

use std::time::Duration;

use serde::Serialize;
use tauri::{AppHandle, Config, Runtime};
use tauri_plugin_updater::{Update, UpdaterExt};

/// Longest time for a check.
const CHECK: Duration = Duration::from_secs(15);
/// Longest time for a download.
const DOWNLOAD: Duration = Duration::from_secs(30 * 60);

/// The result of a check.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum Updates {
    /// The package was built without an address for updates.
    Off,
    Latest,
    Available {
        version: String,
    },
    Failed {
        reason: String,
    },
}

/// Whether the package was built with an address for updates and a key.
pub fn is_configured(config: &Config) -> bool {
    config.plugins.0.contains_key("updater")
}

/// Asks the operator's address for a newer version.
#[tauri::command]
pub async fn update_check(app: AppHandle) -> Updates {
    check(&app).await
}

/// Installs the newest version and starts it. Returns only after a failure, with the reason.
#[tauri::command]
pub async fn update_install(app: AppHandle) -> String {
    match download(&app).await.and_then(|(update, package)| update.install(package).map_err(|error| error.to_string()))
    {
        Ok(()) => app.restart(),
        Err(reason) => reason,
    }
}

async fn check<R: Runtime>(app: &AppHandle<R>) -> Updates {
    if !is_configured(app.config()) {
        return Updates::Off;
    }
    match find(app).await {
        Ok(Some(update)) => Updates::Available { version: update.version },
        Ok(None) => Updates::Latest,
        Err(reason) => Updates::Failed { reason },
    }
}

async fn find<R: Runtime>(app: &AppHandle<R>) -> Result<Option<Update>, String> {
    let updater = app.updater().map_err(|error| error.to_string())?;
    let found = tokio::time::timeout(CHECK, updater.check()).await;
    found.map_err(|_| "The server did not respond in time.".to_owned())?.map_err(|error| error.to_string())
}

/// Downloads the newest version. A package whose signature does not fit is an error.
async fn download<R: Runtime>(app: &AppHandle<R>) -> Result<(Update, Vec<u8>), String> {
    if !is_configured(app.config()) {
        return Err("Updates are not configured.".to_owned());
    }
    let update = find(app).await?.ok_or("There is no newer version.")?;
    let package = tokio::time::timeout(DOWNLOAD, update.download(|_, _| {}, || {})).await;
    let package = package.map_err(|_| "The download took too long.".to_owned())?.map_err(|error| error.to_string())?;
    Ok((update, package))
}

#[cfg(test)]
#[path = "updates_tests.rs"]
mod tests;
