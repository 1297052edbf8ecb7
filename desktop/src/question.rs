//! Questions in a window of the system, which the page can neither draw nor press.

use tauri::AppHandle;
use tauri_plugin_dialog::{DialogExt, MessageDialogButtons, MessageDialogKind};
use tokio::sync::oneshot;

/// Asks a question. `yes` and `no` are the texts of the buttons. A closed window is a no.
pub async fn ask(app: &AppHandle, title: &str, text: String, yes: &str, no: &str) -> bool {
    let (tell, told) = oneshot::channel();
    app.dialog()
        .message(text)
        .title(title)
        .kind(MessageDialogKind::Warning)
        .buttons(MessageDialogButtons::OkCancelCustom(yes.to_owned(), no.to_owned()))
        .show(move |is_allowed| {
            // Nobody waits any more if the page was loaded again.
            let _ = tell.send(is_allowed);
        });
    told.await.unwrap_or(false)
}
