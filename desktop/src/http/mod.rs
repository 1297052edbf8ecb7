//! Requests without the rules for pages of other origins. Bytes are read when the page asks for them, so a page that
//! does not read slows its server, and nothing piles up here.

mod client;
pub mod commands;
mod exchange;
mod failure;
mod request;

pub use exchange::Exchanges;
