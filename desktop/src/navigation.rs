//! Addresses that the window may show, and those that the browser opens.

use tauri::Url;

/// Whether an address may be loaded in the window or in a frame of it: the app's own files, and pages that the app has
/// made itself. Windows serves the files under a name of its own.
pub fn is_own_page(url: &Url) -> bool {
    match url.scheme() {
        "tauri" => url.host_str() == Some("localhost"),
        "http" | "https" => url.host_str() == Some("tauri.localhost") && url.port().is_none(),
        "about" => matches!(url.path(), "blank" | "srcdoc"),
        "blob" => Url::parse(url.path()).is_ok_and(|inner| inner.scheme() != "blob" && is_own_page(&inner)),
        _ => false,
    }
}

/// Whether a link may be handed to the system. Other schemes could start any program.
pub fn is_for_browser(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https" | "mailto") && !is_own_page(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).expect("a valid address")
    }

    #[test]
    fn shows_own_files_and_pages_that_the_app_has_made() {
        for own in [
            "tauri://localhost/",
            "tauri://localhost/settings/?x=1#access",
            "http://tauri.localhost/chat/",
            "about:blank",
            "about:srcdoc",
            "blob:tauri://localhost/0b7c",
        ] {
            assert!(is_own_page(&url(own)), "{own}");
        }
    }

    // @D12.1
    #[test]
    fn shows_nothing_from_elsewhere() {
        for other in [
            "https://example.com/",
            "http://localhost:3000/",
            "http://tauri.localhost.example.com/",
            "http://tauri.localhost:8080/",
            "tauri://example.com/",
            "file:///etc/passwd",
            "data:text/html,x",
            "javascript:alert(1)",
            "blob:https://example.com/0b7c",
            "about:config",
        ] {
            assert!(!is_own_page(&url(other)), "{other}");
        }
    }

    // @D12.2
    #[test]
    fn hands_only_web_and_mail_links_to_the_system() {
        for link in ["https://example.com/a?b#c", "http://192.168.1.2/", "mailto:someone@example.com"] {
            assert!(is_for_browser(&url(link)), "{link}");
        }
        for other in ["file:///etc/passwd", "tauri://localhost/", "smb://host/x", "javascript:alert(1)", "ssh://host"] {
            assert!(!is_for_browser(&url(other)), "{other}");
        }
    }
}
