//! The key that protects stored credentials, in the system's keychain.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use keyring::Entry;
use serde::Serialize;
use tauri::AppHandle;

const USER: &str = "storage key";
const KEY_BYTES: usize = 32;

/// The state of the keychain.
#[derive(Debug, Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum Keychain {
    Open {
        key: String,
    },
    /// The system has no keychain, or it is locked.
    Closed {
        reason: String,
    },
}

/// Reads the key, or creates it on the first start. The system may ask the user to unlock the keychain.
#[tauri::command]
pub async fn keychain_key(app: AppHandle) -> Keychain {
    let service = app.config().identifier.clone();
    // The library waits for the system on the calling thread.
    let read = tauri::async_runtime::spawn_blocking(move || read_or_create(&service)).await;
    match read {
        Ok(Ok(key)) => Keychain::Open { key },
        Ok(Err(reason)) => Keychain::Closed { reason },
        Err(error) => Keychain::Closed { reason: error.to_string() },
    }
}

fn read_or_create(service: &str) -> Result<String, String> {
    let entry = Entry::new(service, USER).map_err(|error| error.to_string())?;
    match entry.get_password() {
        Ok(key) if is_key(&key) => Ok(key),
        // An entry of somebody else is not overwritten.
        Ok(_) => Err("The keychain holds another kind of entry under this name.".to_owned()),
        Err(keyring::Error::NoEntry) => create(&entry),
        Err(error) => Err(error.to_string()),
    }
}

fn create(entry: &Entry) -> Result<String, String> {
    let mut bytes = [0; KEY_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
    let key = STANDARD.encode(bytes);
    entry.set_password(&key).map_err(|error| error.to_string())?;
    // A keychain that forgets would make stored credentials unreadable.
    match entry.get_password() {
        Ok(stored) if stored == key => Ok(key),
        Ok(_) => Err("The keychain did not keep the key.".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn is_key(text: &str) -> bool {
    STANDARD.decode(text).is_ok_and(|bytes| bytes.len() == KEY_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn creates_a_key_once_and_reads_it_again() {
        keyring::set_default_credential_builder(keyring::mock::default_credential_builder());
        let entry = Entry::new("test", USER).expect("a mock entry");
        let created = create(&entry).expect("a key");
        assert!(is_key(&created));
        assert_eq!(entry.get_password().expect("stored"), created);
    }

    #[test]
    fn knows_a_key_from_other_entries() {
        for other in ["", "secret", "AAAA", "not base64 at all, but long enough to be one"] {
            assert!(!is_key(other), "{other}");
        }
    }
}
