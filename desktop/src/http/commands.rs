//! The commands of the page for its requests.

use tauri::State;
use tauri::ipc::{InvokeBody, Request, Response};

use super::exchange::{Exchanges, Head};
use super::failure::Failure;
use super::request;

/// Sends a request; returns the beginning of its response.
#[tauri::command]
pub async fn http_send(request: Request<'_>, exchanges: State<'_, Exchanges>) -> Result<Head, Failure> {
    let InvokeBody::Raw(bytes) = request.body() else {
        return Err(Failure::new("invalid", "The request is invalid."));
    };
    exchanges.send(request::parse(bytes)?).await
}

/// Returns the next bytes of a response; no bytes mean its end.
#[tauri::command]
pub async fn http_read(id: u32, exchanges: State<'_, Exchanges>) -> Result<Response, Failure> {
    exchanges.read(id).await.map(Response::new)
}

/// Stops a request, or gives up its response.
#[tauri::command]
pub fn http_cancel(id: u32, exchanges: State<'_, Exchanges>) {
    exchanges.cancel(id);
}
