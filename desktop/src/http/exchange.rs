//! The requests that are under way.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt;
use reqwest::Response;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::client::{Clients, refused_redirect};
use super::failure::Failure;
use super::request::{Outgoing, Redirect};

/// Most bytes that one read returns, unless one piece is longer.
const MAX_READ: usize = 256 * 1024;
/// Most requests at a time: far more than the app sends.
const MAX_EXCHANGES: usize = 256;

/// The beginning of a response.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Head {
    pub status: u16,
    pub status_text: String,
    pub headers: Vec<(String, String)>,
}

struct Exchange {
    stop: CancellationToken,
    incoming: tokio::sync::Mutex<Option<Incoming>>,
}

/// A response that is read.
struct Incoming {
    response: Response,
    /// How it has ended, if that was seen while earlier bytes were collected.
    end: Option<Result<(), Failure>>,
}

/// All requests that are under way, by the page's number for each.
pub struct Exchanges {
    clients: Clients,
    open: Mutex<HashMap<u32, Arc<Exchange>>>,
}

impl Exchanges {
    pub fn new() -> reqwest::Result<Self> {
        Ok(Self { clients: Clients::new()?, open: Mutex::default() })
    }

    /// Sends a request; returns the beginning of its response.
    pub async fn send(&self, outgoing: Outgoing) -> Result<Head, Failure> {
        let (id, redirect) = (outgoing.id, outgoing.redirect);
        let exchange = self.begin(id)?;
        let sending = self.clients.prepare(outgoing).send();
        let answer = tokio::select! {
            () = exchange.stop.cancelled() => Err(Failure::stopped()),
            answer = sending => answer.map_err(Failure::from),
        };
        let answer = answer.and_then(|response| {
            let is_refused = redirect == Redirect::Error && response.status().is_redirection();
            if is_refused { Err(refused_redirect()) } else { Ok(response) }
        });
        match answer {
            Ok(response) => {
                let head = head_of(&response);
                *exchange.incoming.lock().await = Some(Incoming { response, end: None });
                Ok(head)
            }
            Err(failure) => {
                self.end(id);
                Err(failure)
            }
        }
    }

    /// Waits for the next bytes of a response; no bytes mean its end.
    pub async fn read(&self, id: u32) -> Result<Vec<u8>, Failure> {
        let exchange = self.lock().get(&id).cloned().ok_or_else(Failure::stopped)?;
        let mut incoming = exchange.incoming.lock().await;
        let incoming = incoming.as_mut().ok_or_else(Failure::stopped)?;
        let read = tokio::select! {
            () = exchange.stop.cancelled() => Err(Failure::stopped()),
            read = incoming.read() => read,
        };
        if read.as_ref().map_or(true, Vec::is_empty) {
            self.end(id);
        }
        read
    }

    /// Stops a request and closes its connection. A number that is unknown has ended already.
    pub fn cancel(&self, id: u32) {
        if let Some(exchange) = self.lock().remove(&id) {
            exchange.stop.cancel();
        }
    }

    /// Stops all requests.
    pub fn cancel_all(&self) {
        for (_, exchange) in self.lock().drain() {
            exchange.stop.cancel();
        }
    }

    fn begin(&self, id: u32) -> Result<Arc<Exchange>, Failure> {
        let mut open = self.lock();
        if open.len() >= MAX_EXCHANGES || open.contains_key(&id) {
            return Err(Failure::new("too-many", "Too many requests are under way."));
        }
        let exchange = Arc::new(Exchange { stop: CancellationToken::new(), incoming: tokio::sync::Mutex::default() });
        open.insert(id, Arc::clone(&exchange));
        Ok(exchange)
    }

    fn end(&self, id: u32) {
        self.lock().remove(&id);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u32, Arc<Exchange>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Incoming {
    /// Waits for bytes, then adds those that have arrived as well. No bytes mean the end.
    async fn read(&mut self) -> Result<Vec<u8>, Failure> {
        if let Some(end) = self.end.take() {
            return end.map(|()| Vec::new());
        }
        let Some(mut bytes) = self.next_piece().await? else { return Ok(Vec::new()) };
        while bytes.len() < MAX_READ {
            match self.next_piece().now_or_never() {
                None => break,
                Some(Ok(Some(more))) => bytes.extend_from_slice(&more),
                Some(ended) => {
                    self.end = Some(ended.map(|_| ()));
                    break;
                }
            }
        }
        Ok(bytes)
    }

    /// Waits for a piece that is not empty; none at the end.
    async fn next_piece(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        while let Some(piece) = self.response.chunk().await? {
            if !piece.is_empty() {
                return Ok(Some(piece.to_vec()));
            }
        }
        Ok(None)
    }
}

fn head_of(response: &Response) -> Head {
    let status = response.status();
    let text = |value: &[u8]| value.iter().copied().map(char::from).collect::<String>();
    Head {
        status: status.as_u16(),
        status_text: status.canonical_reason().unwrap_or_default().to_owned(),
        headers: response.headers().iter().map(|(name, value)| (name.to_string(), text(value.as_bytes()))).collect(),
    }
}

#[cfg(test)]
#[path = "exchange_tests.rs"]
mod tests;
