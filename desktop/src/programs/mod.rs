//! Programs on this computer that serve tools over their standard input and output.

pub mod approval;
mod command_line;
pub mod commands;
mod running;
pub mod supervise;

pub use running::Programs;
