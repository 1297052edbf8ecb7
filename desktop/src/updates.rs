//! Updates of the app, signed with the operator's key. Without an address in the configuration there are none.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use tauri::{AppHandle, Config, Manager, Runtime};
use tauri_plugin_updater::{Update, UpdaterExt};

use crate::settings::Store;

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

/// Makes the configuration safe, whatever it contains: the version must be signed, and nothing dangerous is allowed.
pub fn prepare(config: &mut Config) {
    #[cfg(debug_assertions)]
    take_from_environment(config);
    if let Some(Value::Object(updater)) = config.plugins.0.get_mut("updater") {
        updater.retain(|name, _| !is_unsafe(name));
        updater.insert("requireSignedVersion".to_owned(), Value::Bool(true));
    }
}

/// Whether a setting would allow an older version or a connection that others can read. The plugin takes both spellings.
fn is_unsafe(name: &str) -> bool {
    let name = name.replace('-', "").to_ascii_lowercase();
    name.starts_with("dangerous") || name == "allowdowngrades" || name == "requiresignedversion"
}

/// Takes the configuration of updates from the environment, for tests of the real window. Packages contain no such code.
#[cfg(debug_assertions)]
fn take_from_environment(config: &mut Config) {
    if let Some(updater) = std::env::var("DESKTOP_UPDATER").ok().and_then(|text| serde_json::from_str(&text).ok()) {
        config.plugins.0.insert("updater".to_owned(), updater);
    }
}

/// Asks the operator's address for a newer version.
#[tauri::command]
pub async fn update_check(app: AppHandle) -> Updates {
    check(&app).await
}

/// Installs the newest version and starts it. Returns only after a failure, with the reason.
#[tauri::command]
pub async fn update_install(app: AppHandle) -> String {
    let (update, package) = match download(&app).await {
        Ok(downloaded) => downloaded,
        Err(reason) => return reason,
    };
    // Noted first: on Windows, the installer ends the app.
    let note = |version: &str| app.state::<Store>().note(|settings| version.clone_into(&mut settings.installed));
    note(&update.version);
    if let Err(error) = update.install(package) {
        note("");
        return error.to_string();
    }
    app.restart()
}

/// Returns this version once after it was installed as an update.
#[tauri::command]
pub async fn update_installed(app: AppHandle) -> Option<String> {
    let store = app.state::<Store>();
    let installed = store.get().installed;
    store.note(|settings| settings.installed.clear());
    (installed == app.package_info().version.to_string()).then_some(installed)
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
