//! The one window of the app.

use tauri::webview::{NewWindowResponse, PageLoadEvent};
use tauri::{AppHandle, Manager, WebviewUrl, WebviewWindowBuilder};
use tauri_plugin_opener::OpenerExt;

use crate::navigation::{is_for_browser, is_own_page};
use crate::{http, programs};

const LABEL: &str = "main";

/// Opens the window. Its page never leaves the app's own files; links open in the browser.
pub fn open(app: &AppHandle) -> tauri::Result<()> {
    let for_links = app.clone();
    let name = app.package_info().name.clone();
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::App("index.html".into()))
        .title(app.config().product_name.clone().unwrap_or(name))
        .inner_size(960.0, 600.0)
        .min_inner_size(360.0, 400.0)
        .zoom_hotkeys_enabled(true)
        // Files are dropped into the page, which reads them as in a browser.
        .disable_drag_drop_handler()
        .on_navigation(is_own_page)
        .on_new_window(move |url, _features| {
            if is_for_browser(&url)
                && let Err(error) = for_links.opener().open_url(url.as_str(), None::<&str>)
            {
                eprintln!("The browser could not be opened: {error}");
            }
            NewWindowResponse::Deny
        })
        .on_page_load(|window, payload| {
            // A page that is loaded again has lost its requests and programs.
            if let PageLoadEvent::Started = payload.event() {
                window.state::<http::Exchanges>().cancel_all();
                window.state::<programs::Programs>().stop_all();
            }
        })
        .build()?;
    #[cfg(target_os = "linux")]
    forget_left_pages(&window)?;
    Ok(())
}

/// Drops a page when another one is loaded. WebKitGTK would freeze it for the way back, with its open transactions, for
/// which the database of the next page then waits.
#[cfg(target_os = "linux")]
fn forget_left_pages(window: &tauri::WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{SettingsExt, WebViewExt};
    window.with_webview(|webview| {
        if let Some(settings) = WebViewExt::settings(&webview.inner()) {
            settings.set_enable_page_cache(false);
        }
    })
}

/// Brings the window to the front, as after a second start of the app.
pub fn show(app: &AppHandle) {
    let Some(window) = app.get_webview_window(LABEL) else { return };
    for step in [window.unminimize(), window.show(), window.set_focus()] {
        if let Err(error) = step {
            eprintln!("The window could not be shown: {error}");
        }
    }
}
