//! Notifications of the system.

use notify_rust::Notification;
use tauri::AppHandle;

use crate::window;

/// Longest text of a notification, in characters.
const MAX_TEXT: usize = 300;

/// Shows a notification. A click brings the window to the front and leads to `route`, a path of the app.
#[tauri::command]
pub async fn notify(app: AppHandle, title: String, body: String, route: String) -> Result<(), String> {
    if !is_route(&route) {
        return Err("The path is invalid.".to_owned());
    }
    // The library waits for the system on the calling thread.
    tauri::async_runtime::spawn_blocking(move || show(&app, &title, &body, Some(route)))
        .await
        .map_err(|error| error.to_string())?
}

/// Shows a notification, and waits until the system has taken it. Without a route, a click shows the window as it is.
pub fn show(app: &AppHandle, title: &str, body: &str, route: Option<String>) -> Result<(), String> {
    let mut notification = Notification::new();
    let name = app.config().product_name.clone().unwrap_or_default();
    notification.appname(&name).summary(&short(title)).body(&escaped(&short(body)));
    #[cfg(all(unix, not(target_os = "macos")))]
    notification.action("default", "default");
    let shown = notification.show().map_err(|error| error.to_string())?;
    #[cfg(all(unix, not(target_os = "macos")))]
    wait_for_click(app.clone(), shown, route);
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    let _ = (app, shown, route);
    Ok(())
}

/// Waits on a thread of its own, because a notification may stay for hours.
#[cfg(all(unix, not(target_os = "macos")))]
fn wait_for_click(app: AppHandle, shown: notify_rust::NotificationHandle, route: Option<String>) {
    std::thread::spawn(move || {
        shown.wait_for_action(|action| match &route {
            _ if action != "default" => {}
            Some(route) => window::go_to(&app, route),
            None => window::show(&app),
        });
    });
}

/// Whether a text is a path of the app with a query.
fn is_route(route: &str) -> bool {
    route.starts_with('/') && route.len() <= 200 && route.chars().all(|letter| letter.is_ascii_graphic())
}

fn short(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(MAX_TEXT).collect()
}

/// Escapes what the system would read as markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    // @D12.12
    #[test]
    fn leads_only_to_paths_of_the_app() {
        assert!(is_route("/chat?id=abc_-1"));
        for other in ["", "chat", "https://example.com", "/a b", "/a\n", &format!("/{}", "x".repeat(200))] {
            assert!(!is_route(other), "{other}");
        }
    }

    #[test]
    fn shows_text_not_markup() {
        assert_eq!(escaped("<b>1 & 2</b>"), "&lt;b&gt;1 &amp; 2&lt;/b&gt;");
        assert_eq!(short(&format!("a\n{}", "x".repeat(1000))).len(), MAX_TEXT);
    }
}
