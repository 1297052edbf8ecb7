//! The HTTP clients, one for each way to treat redirects.

use std::time::Duration;

use reqwest::redirect::{Attempt, Policy};
use reqwest::{Client, RequestBuilder};

use super::failure::Failure;
use super::request::{Outgoing, Redirect};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Longest silence of a server. The app itself waits less, but a response that it forgets must end.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(660);
const MAX_REDIRECTS: usize = 3;

/// Clients that share the settings of the system: proxy and certificates.
pub struct Clients {
    following: Client,
    direct: Client,
}

impl Clients {
    pub fn new() -> reqwest::Result<Self> {
        Ok(Self { following: build(Policy::custom(follow_at_home))?, direct: build(Policy::none())? })
    }

    /// Returns the request to send.
    pub fn prepare(&self, outgoing: Outgoing) -> RequestBuilder {
        let client = match outgoing.redirect {
            Redirect::Follow => &self.following,
            Redirect::Error | Redirect::Manual => &self.direct,
        };
        let request = client.request(outgoing.method, outgoing.url).headers(outgoing.headers);
        if outgoing.body.is_empty() { request } else { request.body(outgoing.body) }
    }
}

fn build(policy: Policy) -> reqwest::Result<Client> {
    Client::builder()
        .user_agent(concat!("Parley/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT_TIMEOUT)
        .read_timeout(SILENCE_TIMEOUT)
        .redirect(policy)
        .referer(false)
        .build()
}

/// Follows redirects within one origin only: the headers may hold keys, which belong to the server that was entered.
fn follow_at_home(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let is_home = attempt.previous().last().is_some_and(|from| from.origin() == attempt.url().origin());
    if !is_home {
        return attempt.error("it leads to another server");
    }
    if attempt.previous().len() > MAX_REDIRECTS {
        return attempt.error("there are too many");
    }
    attempt.follow()
}

/// The failure of a request that may not be redirected.
pub fn refused_redirect() -> Failure {
    Failure::new("redirect", "The server redirects the request to another address.")
}
