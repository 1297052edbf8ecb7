//! Links that open the app, such as `parley://new-chat?mask=100001`.

use tauri::{AppHandle, Config};

use crate::window;

/// Longest link, in bytes.
const MAX_LINK: usize = 64 * 1024;

/// Returns the scheme of the app's links, from the configuration that the package is built with.
pub fn scheme(config: &Config) -> Option<&str> {
    config.plugins.0.get("deep-link")?.get("desktop")?.get("schemes")?.get(0)?.as_str()
}

/// Returns what follows `#` in the page's address: the same as in a link to the web app. The page reads it, removes it
/// from the address, and asks the user before it does anything.
pub fn fragment_of(link: &str, scheme: &str) -> Option<String> {
    let is_plain = link.len() <= MAX_LINK && !link.chars().any(|letter| letter.is_control() || letter.is_whitespace());
    let (before, rest) = link.split_once(':').filter(|_| is_plain)?;
    if !before.eq_ignore_ascii_case(scheme) {
        return None;
    }
    Some(format!("/{}", rest.trim_start_matches('/').trim_start_matches("#/")))
}

/// Opens a link among the arguments of a second start, or of the system's request.
pub fn open(app: &AppHandle, arguments: impl IntoIterator<Item = String>) {
    if let Some(fragment) = find(app, arguments) {
        window::go_to(app, &fragment);
    }
}

/// Returns the fragment of a link among arguments.
pub fn find(app: &AppHandle, arguments: impl IntoIterator<Item = String>) -> Option<String> {
    let scheme = scheme(app.config())?;
    arguments.into_iter().find_map(|argument| fragment_of(&argument, scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_to_the_same_place_as_a_web_link() {
        for (link, fragment) in [
            ("parley://new-chat?mask=1", "/new-chat?mask=1"),
            ("parley:///new-chat", "/new-chat"),
            ("PARLEY://?settings=%7B%7D", "/?settings=%7B%7D"),
            ("parley://#/chat?fill=hi", "/chat?fill=hi"),
            ("parley:", "/"),
            ("parley://artifacts#1.c.key.content", "/artifacts#1.c.key.content"),
            ("parley://artifacts/#1.c.key.content", "/artifacts/#1.c.key.content"),
        ] {
            assert_eq!(fragment_of(link, "parley").as_deref(), Some(fragment), "{link}");
        }
    }

    // @D12.11
    #[test]
    fn ignores_other_arguments() {
        for other in ["", "--supervise", "https://example.com/", "parleys://x", "file:///etc/passwd", "parley://a b"] {
            assert_eq!(fragment_of(other, "parley"), None, "{other}");
        }
        assert_eq!(fragment_of(&format!("parley://{}", "x".repeat(MAX_LINK)), "parley"), None);
    }
}
