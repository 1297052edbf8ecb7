//! The texts of the shell: the question before a program runs, and the menu of the tray. A page cannot change them.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Words {
    pub title: String,
    pub question: String,
    pub run: String,
    pub cancel: String,
    pub open: String,
    pub new_chat: String,
    pub quit: String,
    /// Asks before the profile of a NextChat is read.
    pub next_chat: String,
    pub import: String,
    /// The title of the dialog for a folder.
    pub choose_folder: String,
    /// Shown when the window is hidden for the first time; `{app}` is the name of the app.
    pub still_running: String,
}

static WORDS: LazyLock<HashMap<String, Words>> =
    LazyLock::new(|| serde_json::from_str(include_str!("words.json")).unwrap_or_default());

static NONE: LazyLock<Words> = LazyLock::new(Words::default);

/// Returns the texts of a language of the app; English for unknown ones.
pub fn of(language: &str) -> &'static Words {
    WORDS.get(language).or_else(|| WORDS.get("en")).unwrap_or(&NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_every_language_of_the_app() {
        let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../locales")).expect("the languages");
        let mut count = 0;
        for folder in folders.flatten().filter(|entry| entry.path().is_dir()) {
            let code = folder.file_name().into_string().expect("a code");
            let words = WORDS.get(&code).unwrap_or_else(|| panic!("no texts for {code}"));
            let question = [&words.title, &words.question, &words.run, &words.cancel];
            let tray = [&words.open, &words.new_chat, &words.quit, &words.still_running];
            let files = [&words.next_chat, &words.import, &words.choose_folder];
            assert!(words.still_running.contains("{app}"), "{code}");
            let mut all = question.into_iter().chain(tray).chain(files);
            assert!(all.all(|text| !text.is_empty()), "{code}");
            count += 1;
        }
        assert_eq!(WORDS.len(), count);
    }

    #[test]
    fn falls_back_to_english() {
        assert_eq!(of("xx").run, "Run");
        assert_eq!(of("de").run, "Ausführen");
    }
}
