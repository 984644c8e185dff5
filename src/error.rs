//! What a caller did wrong: which family of mistake, a code that never changes, and a sentence.
#![forbid(unsafe_code)]

use std::fmt;

/// Characters of an input that a message shows.
const SHOWN: usize = 120;

/// An input as a message shows it: cut where it is long.
pub fn cut(text: String) -> String {
    if text.chars().nth(SHOWN).is_none() { text } else { text.chars().take(SHOWN - 3).chain("...".chars()).collect() }
}

/// A text in quotation marks, cut where it is long.
pub fn quoted(text: &str) -> String {
    // What is cut off anyway is not quoted: a text may be very long.
    let end = text.char_indices().nth(SHOWN).map_or(text.len(), |(at, _)| at);
    cut(format!("{:?}", &text[..end]))
}

/// The families of mistakes; the Python package has an exception class for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Cards,
    Board,
    Rules,
    Placement,
    Stale,
    Record,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    kind: Kind,
    code: &'static str,
    message: String,
}

impl Fault {
    pub fn new(kind: Kind, code: &'static str, message: impl Into<String>) -> Fault {
        Fault { kind, code, message: message.into() }
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    pub fn code(&self) -> &'static str {
        self.code
    }

    pub fn message(&self) -> &str {
        &self.message
    }

    /// The same fault with the place it was found in before its sentence.
    pub fn at(mut self, place: impl fmt::Display) -> Fault {
        self.message = format!("{place}: {}", self.message);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}
