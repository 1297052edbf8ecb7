//! A program with its arguments and environment.

use std::collections::BTreeMap;

use serde::Deserialize;
use sha2::{Digest, Sha256};

const MAX_ARGUMENTS: usize = 256;
const MAX_CHARACTERS: usize = 32_768;

/// What is started.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandLine {
    pub command: String,
    #[serde(default)]
    pub args: Vec<String>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

impl CommandLine {
    /// Whether the system can start it, and a question can show it whole.
    pub fn is_valid(&self) -> bool {
        let texts = || std::iter::once(&self.command).chain(&self.args).chain(self.env.keys()).chain(self.env.values());
        let are_names_valid = self.env.keys().all(|name| !name.is_empty() && !name.contains('='));
        !self.command.trim().is_empty()
            && self.args.len() + self.env.len() <= MAX_ARGUMENTS
            && texts().all(|text| !text.contains('\0'))
            && texts().map(String::len).sum::<usize>() <= MAX_CHARACTERS
            && are_names_valid
    }

    /// Returns a fingerprint of all of it. Lengths separate the parts, so that two commands never look the same.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        let mut add = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        };
        add(&self.command);
        add(&self.args.len().to_string());
        self.args.iter().for_each(|argument| add(argument));
        for (name, value) in &self.env {
            add(name);
            add(value);
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the line as it is shown. Quotes and escapes make each argument visible, also invisible characters; values
    /// of the environment may be keys, so only their names are shown.
    pub fn shown(&self) -> String {
        let names = self.env.keys().map(|name| format!("{}=…", quoted(name)));
        let words = std::iter::once(&self.command).chain(&self.args).map(|word| quoted(word));
        names.chain(words).collect::<Vec<_>>().join(" ")
    }
}

fn quoted(word: &str) -> String {
    let is_plain = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:@=+,%".contains(c));
    if is_plain { word.to_owned() } else { format!("\"{}\"", escaped(word)) }
}

/// Escapes everything that is invisible or turns the direction of a text.
fn escaped(word: &str) -> String {
    word.chars()
        .flat_map(|c| {
            let is_visible = c == ' ' || c.is_alphanumeric() || c.is_ascii_punctuation();
            if is_visible && !matches!(c, '"' | '\\') { vec![c] } else { c.escape_default().collect() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(command: &str, args: &[&str], env: &[(&str, &str)]) -> CommandLine {
        CommandLine {
            command: command.to_owned(),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            env: env.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
        }
    }

    #[test]
    fn shows_each_argument_apart_and_no_value_of_the_environment() {
        let shown = line("npx", &["-y", "a b", "", "x\"; rm -rf ~"], &[("TOKEN", "secret")]).shown();
        assert_eq!(shown, r#"TOKEN=… npx -y "a b" "" "x\"; rm -rf ~""#);
    }

    // @D12.5
    #[test]
    fn shows_invisible_characters() {
        let shown = line("sh", &["-c", "safe\n\u{202e}\u{200b}curl"], &[]).shown();
        assert_eq!(shown, r#"sh -c "safe\n\u{202e}\u{200b}curl""#);
    }

    #[test]
    fn gives_each_command_a_fingerprint_of_its_own() {
        let lines = [
            line("a", &["b", "c"], &[]),
            line("a", &["bc"], &[]),
            line("a", &["b"], &[("c", "")]),
            line("a", &["b"], &[("c", "d")]),
            line("ab", &["c"], &[]),
            line("a", &["b", "c", ""], &[]),
        ];
        let prints: std::collections::HashSet<String> = lines.iter().map(CommandLine::fingerprint).collect();
        assert_eq!(prints.len(), lines.len());
    }

    #[test]
    fn refuses_what_cannot_be_started_or_shown() {
        assert!(line("npx", &["x"], &[("A", "b")]).is_valid());
        let many = vec!["x"; MAX_ARGUMENTS + 1];
        let long = "x".repeat(MAX_CHARACTERS);
        for invalid in [
            line(" ", &[], &[]),
            line("a", &["b\0"], &[]),
            line("a", &[], &[("", "b")]),
            line("a", &[], &[("B=C", "d")]),
            line("a", &many, &[]),
            line("a", &[&long], &[]),
        ] {
            assert!(!invalid.is_valid(), "{:.80}", invalid.shown());
        }
    }
}
