//! The one window of the app.

use std::path::PathBuf;

use tauri::webview::{DownloadEvent, NewWindowResponse, PageLoadEvent};
use tauri::{AppHandle, Manager, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent};
use tauri_plugin_opener::OpenerExt;

use crate::navigation::{is_for_browser, is_own_page};
use crate::pending::{Action, Pending};
use crate::{http, links, programs, save, sign_in, tray, zoom};

const LABEL: &str = "main";

/// Opens the window, at once with the fragment of a link to the app if there is one. Its page never leaves the app's own
/// files; links open in the browser.
pub fn open(app: &AppHandle, fragment: Option<String>, is_visible: bool) -> tauri::Result<()> {
    let for_links = app.clone();
    let name = app.package_info().name.clone();
    let mut builder = WebviewWindowBuilder::new(app, LABEL, first_page(fragment))
        .title(app.config().product_name.clone().unwrap_or(name))
        .inner_size(960.0, 600.0)
        .min_inner_size(360.0, 400.0)
        .visible(is_visible)
        .initialization_script(link_scheme(app))
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
                window.state::<sign_in::SignIn>().cancel();
            }
        })
        .on_download(|webview, event| {
            if let DownloadEvent::Requested { destination, .. } = event {
                return choose_file(webview.app_handle(), destination);
            }
            true
        });
    if !has_profile(app) {
        // Not incognito, which WebDriver cannot control.
        let folder = tempfile::tempdir()?;
        builder = builder.data_directory(folder.path().to_owned()).initialization_script(WITHOUT_STORAGE);
        app.manage(folder);
    }
    let window = builder.build()?;
    let for_closing = app.clone();
    let closing = window.as_ref().window();
    window.on_window_event(move |event| {
        if let WindowEvent::CloseRequested { api, .. } = event
            && tray::hide(&for_closing, &closing)
        {
            api.prevent_close();
        }
    });
    zoom::apply(app, &window)?;
    #[cfg(target_os = "linux")]
    forget_left_pages(&window)?;
    Ok(())
}

/// Hides the storage of the page, which then reports that nothing can be stored. It would be lost at the end.
const WITHOUT_STORAGE: &str = r#"Object.defineProperty(window, "indexedDB", { value: undefined })"#;

/// Whether the folder of the profile exists. Without it, as in a home that is read-only, the web view could not start.
fn has_profile(app: &AppHandle) -> bool {
    let created = app.path().app_local_data_dir().map(std::fs::create_dir_all);
    match created {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            eprintln!("The profile could not be created: {error}");
            false
        }
        Err(error) => {
            eprintln!("The system names no folder for the profile: {error}");
            false
        }
    }
}

/// Tells the page the scheme of links to this app, with which those that it shares begin.
fn link_scheme(app: &AppHandle) -> String {
    let scheme = links::scheme(app.config()).unwrap_or_default();
    format!("window.linkScheme = {}", serde_json::Value::from(scheme))
}

/// The page's first script removes a link from the address before anything else runs. So the link must be there at once,
/// and the address needs a path: a page cannot replace its address by an empty one.
fn first_page(fragment: Option<String>) -> WebviewUrl {
    WebviewUrl::App(fragment.map_or_else(|| "/".into(), |fragment| format!("/#{fragment}").into()))
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

/// Sets the file of a download that the page did not save itself, such as a link in a page that a model has written: a
/// new file in the folder for downloads. Returns whether there is one.
fn choose_file(app: &AppHandle, destination: &mut PathBuf) -> bool {
    let Ok(folder) = app.path().download_dir().or_else(|_| app.path().home_dir()) else { return false };
    let name = save::suggested(&destination.file_name().unwrap_or_default().to_string_lossy());
    let numbered = (1..1000).map(|number| folder.join(format!("{number} {name}")));
    let Some(free) = std::iter::once(folder.join(&name)).chain(numbered).find(|path| !path.exists()) else {
        return false;
    };
    *destination = free;
    std::fs::create_dir_all(folder).is_ok()
}

/// Leads the page to what follows `#` in a link to the app. The page is not loaded again, so running replies go on.
pub fn go_to(app: &AppHandle, fragment: &str) {
    show(app);
    let Some(window) = app.get_webview_window(LABEL) else { return };
    let moved = window.url().and_then(|mut url| {
        url.set_fragment(Some(fragment));
        window.navigate(url)
    });
    if let Err(error) = moved {
        eprintln!("The link could not be opened: {error}");
    }
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

/// Shows the window if it is hidden.
pub fn show_hidden(app: &AppHandle) -> tauri::Result<()> {
    let is_hidden = match app.get_webview_window(LABEL) {
        Some(window) => !window.is_visible()?,
        None => false,
    };
    if is_hidden {
        show(app);
    }
    Ok(())
}

/// Brings the window to the front with a new chat, which a page that is still loading begins later.
pub fn start_chat(app: &AppHandle) {
    run(app, Action::NewChat);
}

/// Brings the window to the front, and has the page run an action, which a page that is still loading does later.
pub fn run(app: &AppHandle, action: Action) {
    app.state::<Pending>().set(action);
    show(app);
    notify_page(app);
}

/// Returns the window while it is open.
pub fn find(app: &AppHandle) -> Option<WebviewWindow> {
    app.get_webview_window(LABEL)
}

/// Notifies the page that something waits for it. The page listens in `components/shell/shell-actions.tsx`.
pub fn notify_page(app: &AppHandle) {
    let Some(window) = app.get_webview_window(LABEL) else { return };
    if let Err(error) = window.eval(r#"dispatchEvent(new Event("parley:shell"))"#) {
        eprintln!("The page could not be notified: {error}");
    }
}

/// Closes the window, and with it the app.
pub fn close(app: &AppHandle) {
    let closed = app.get_webview_window(LABEL).map_or(Ok(()), |window| window.close());
    if let Err(error) = closed {
        eprintln!("The window could not be closed: {error}");
        app.exit(0);
    }
}
