//! An action of the page that was asked for outside it: by the menu bar, the tray, the global shortcut or an argument.

use std::sync::{Mutex, PoisonError};

use serde::{Serialize, Serializer};
use tauri::State;

/// An action of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    NewChat,
    /// An entry of the menu bar, with the id of the shortcut that does the same.
    Shortcut(&'static str),
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::NewChat => "newChat",
            Self::Shortcut(id) => id,
        })
    }
}

/// The action that waits until the page is ready for it. A second one replaces it.
#[derive(Default)]
pub struct Pending(Mutex<Option<Action>>);

impl Pending {
    pub fn set(&self, action: Action) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(action);
    }

    /// Returns the action once.
    fn take(&self) -> Option<Action> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Returns the action that waits; none if there is none. The page asks when it is ready, and after each event
/// `parley:shell`.
#[tauri::command]
pub async fn take_action(pending: State<'_, Pending>) -> Result<Option<Action>, ()> {
    Ok(pending.take())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_waits_until_it_is_taken_and_runs_once() {
        let pending = Pending::default();
        assert_eq!(pending.take(), None);
        pending.set(Action::NewChat);
        pending.set(Action::NewChat);
        assert_eq!((pending.take(), pending.take()), (Some(Action::NewChat), None));
        assert_eq!(serde_json::to_string(&Action::NewChat).expect("JSON"), "\"newChat\"");
    }
}
