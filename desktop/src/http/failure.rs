//! Reasons for which a request failed, as the page is told.

use std::error::Error;

use serde::Serialize;

/// A failure. Its reason never contains the address, which may hold a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    pub kind: &'static str,
    pub reason: String,
}

impl Failure {
    pub fn new(kind: &'static str, reason: impl Into<String>) -> Self {
        Self { kind, reason: reason.into() }
    }

    /// The failure of a request that the page has stopped.
    pub fn stopped() -> Self {
        Self::new("stopped", "The request was stopped.")
    }
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        let error = error.without_url();
        let reason = reason_of(&error);
        let kind = if certificate_problem(&error) {
            "certificate"
        } else if error.is_timeout() {
            "timeout"
        } else if error.is_redirect() {
            "redirect"
        } else if error.is_connect() {
            "connection"
        } else {
            "network"
        };
        Self { kind, reason }
    }
}

/// Returns the texts of an error and its causes. Each cause is left out that the text before it repeats.
fn reason_of(error: &dyn Error) -> String {
    let mut texts = vec![error.to_string()];
    let mut cause = error.source();
    while let Some(source) = cause {
        let text = source.to_string();
        if texts.last().is_none_or(|last| !last.contains(&text)) {
            texts.push(text);
        }
        cause = source.source();
    }
    texts.join(": ")
}

fn certificate_problem(error: &dyn Error) -> bool {
    let mut cause = Some(error);
    while let Some(source) = cause {
        let text = source.to_string();
        if text.contains("invalid peer certificate") || text.contains("certificate verify failed") {
            return true;
        }
        cause = source.source();
    }
    false
}
