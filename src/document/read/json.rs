//! Parses JSON in one pass over the bytes. Strings without escapes are slices of the text.

use std::borrow::Cow;

use super::syntax_error::SyntaxError;
use crate::document::build::{Builder, BuiltDocument, MAX_DEPTH};
use crate::document::{ScalarStyle, Span, Value};

/// Parses `text` as one JSON value with nothing after it.
pub(crate) fn read(text: &str) -> Result<BuiltDocument, SyntaxError> {
    let mut reader = JsonReader {
        text,
        bytes: text.as_bytes(),
        at: if text.starts_with('\u{feff}') { 3 } else { 0 },
        builder: Builder::new(text),
        maps: Vec::new(),
    };
    reader.document()?;
    reader
        .builder
        .finish()
        .ok_or_else(|| SyntaxError::new(0, "the file is too large").help("split it"))
}

struct JsonReader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    builder: Builder<'t>,
    /// The open containers: true for a map.
    maps: Vec<bool>,
}

impl<'t> JsonReader<'t> {
    fn document(&mut self) -> Result<(), SyntaxError> {
        self.value()?;
        // Each iteration finishes the value before and reads the next value.
        while let Some(&map) = self.maps.last() {
            let (close, next) = if map {
                (b'}', "',' or '}'")
            } else {
                (b']', "',' or ']'")
            };
            match self.peek() {
                Some(b',') => {
                    self.at += 1;
                    if map {
                        self.key()?;
                    }
                    self.value()?;
                }
                Some(byte) if byte == close => self.close(),
                _ => return Err(self.expected(next)),
            }
        }
        match self.peek() {
            None => Ok(()),
            Some(_) => {
                let fault = self.expected("the end of the file");
                Err(fault.help(
                    "JSON contains exactly one value; check for a brace or bracket that closes too early",
                ))
            }
        }
    }

    /// Returns the next byte that is not white space, without consuming it.
    fn peek(&mut self) -> Option<u8> {
        while let Some(byte) = self.bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    fn expected(&self, what: &str) -> SyntaxError {
        let found = match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(c) => format!(
                "found '{}'",
                crate::document::escape::visible(c.encode_utf8(&mut [0; 4]))
            ),
            None => "found the end of the text".to_owned(),
        };
        let fault = SyntaxError::new(self.at, format!("expected {what}, {found}"));
        if self.text.len() > self.at {
            fault.help("check for a missing or an extra comma, quote, bracket or brace")
        } else {
            fault.help("check for a missing bracket or brace")
        }
    }

    fn close(&mut self) {
        self.at += 1;
        self.maps.pop();
        self.builder.close(self.at as u32);
    }

    /// Reads a scalar, or a container up to and including its first value.
    fn value(&mut self) -> Result<(), SyntaxError> {
        loop {
            let Some(byte) = self.peek() else {
                return Err(self.expected("a value"));
            };
            let start = self.at;
            match byte {
                b'{' | b'[' => {
                    if self.maps.len() >= MAX_DEPTH {
                        return Err(super::syntax_error::too_deep(start));
                    }
                    let map = byte == b'{';
                    self.at += 1;
                    self.maps.push(map);
                    if map {
                        self.builder.open_map(start as u32);
                    } else {
                        self.builder.open_list(start as u32);
                    }
                    if self.peek() == Some(if map { b'}' } else { b']' }) {
                        self.close();
                        return Ok(());
                    }
                    if map {
                        self.key()?;
                    }
                    continue;
                }
                b'"' => {
                    let value = self.string()?;
                    let span = Span::new(start as u32, self.at as u32);
                    self.builder
                        .scalar(Value::String(&value), span, ScalarStyle::Quoted);
                }
                b'-' | b'0'..=b'9' => {
                    let value = self.number()?;
                    self.plain(value, start);
                }
                _ => {
                    let (word, value) = match byte {
                        b't' => ("true", Value::Bool(true)),
                        b'f' => ("false", Value::Bool(false)),
                        b'n' => ("null", Value::Null),
                        _ => return Err(self.expected("a value")),
                    };
                    if !self.bytes[start..].starts_with(word.as_bytes()) {
                        return Err(self.expected("a value"));
                    }
                    self.at += word.len();
                    self.plain(value, start);
                }
            }
            return Ok(());
        }
    }

    fn plain(&mut self, value: Value<'_>, start: usize) {
        let span = Span::new(start as u32, self.at as u32);
        self.builder.scalar(value, span, ScalarStyle::Plain);
    }

    /// Reads a key and its colon.
    fn key(&mut self) -> Result<(), SyntaxError> {
        if self.peek() != Some(b'"') {
            return Err(self.expected("a key in double quotes"));
        }
        let start = self.at;
        let key = self.string()?;
        self.builder.key(&key, Span::new(start as u32, self.at as u32));
        if self.peek() != Some(b':') {
            return Err(self.expected("':'"));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a number: an integer if it fits into 64 bits, else a float.
    fn number(&mut self) -> Result<Value<'static>, SyntaxError> {
        let start = self.at;
        if self.bytes[self.at] == b'-' {
            self.at += 1;
        }
        let first = self.at;
        let mut size: u64 = 0;
        while let Some(digit @ b'0'..=b'9') = self.bytes.get(self.at) {
            // Longer numbers overflow; the number of digits detects that.
            size = size.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        let digits = self.at - first;
        if digits == 0 {
            return Err(self.expected("a digit"));
        }
        if digits > 1 && self.bytes[first] == b'0' {
            return Err(SyntaxError::new(first, "a JSON number must not start with 0")
                .help("remove the 0, or quote the value if it is a string"));
        }
        let whole = !matches!(self.bytes.get(self.at), Some(b'.' | b'e' | b'E'));
        if whole && digits < 19 {
            let size = size as i64;
            return Ok(Value::Integer(if first > start { -size } else { size }));
        }
        if !whole {
            self.fraction()?;
        }
        let text = &self.text[start..self.at];
        if whole && let Ok(integer) = text.parse() {
            return Ok(Value::Integer(integer));
        }
        match text.parse::<f64>() {
            Ok(float) if float.is_finite() => Ok(Value::Float(float)),
            _ => Err(SyntaxError::new(start, "the number is too large for 64 bits")
                .help("quote it if it is a string")),
        }
    }

    fn fraction(&mut self) -> Result<(), SyntaxError> {
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.bytes.get(self.at) {
            self.at += 1;
            if let Some(b'+' | b'-') = self.bytes.get(self.at) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.bytes.get(self.at) {
            self.at += 1;
        }
        if self.at == start {
            Err(self.expected("a digit"))
        } else {
            Ok(())
        }
    }

    /// Reads a string in double quotes.
    fn string(&mut self) -> Result<Cow<'t, str>, SyntaxError> {
        let start = self.at + 1;
        self.at = start;
        self.skip_plain_bytes();
        if self.bytes.get(self.at) == Some(&b'"') {
            let text = &self.text[start..self.at];
            self.at += 1;
            return Ok(Cow::Borrowed(text));
        }
        let mut decoded = String::new();
        let mut from = start;
        loop {
            decoded.push_str(&self.text[from..self.at]);
            match self.bytes.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Cow::Owned(decoded));
                }
                Some(b'\\') => decoded.push(self.escape()?),
                Some(byte) => {
                    let what = format!("the control character U+{byte:04X} is not allowed in JSON strings");
                    return Err(SyntaxError::new(self.at, what).help(format!("write it as \\u{byte:04x}")));
                }
                None => {
                    let fault = SyntaxError::new(start - 1, "unclosed string");
                    return Err(fault.help("close it with '\"'; write a quote inside as \\\""));
                }
            }
            from = self.at;
            self.skip_plain_bytes();
        }
    }

    /// Skips to the next quote, backslash or control character, eight bytes at a time.
    fn skip_plain_bytes(&mut self) {
        let usual = |byte: u8| (byte >= 0x20) & (byte != b'"') & (byte != b'\\');
        while let Some(chunk) = self.bytes.get(self.at..self.at + 8) {
            if !chunk.iter().fold(true, |all, b| all & usual(*b)) {
                break;
            }
            self.at += 8;
        }
        while self.bytes.get(self.at).is_some_and(|b| usual(*b)) {
            self.at += 1;
        }
    }

    fn escape(&mut self) -> Result<char, SyntaxError> {
        let start = self.at;
        let kind = self.bytes.get(start + 1).copied();
        self.at += 2;
        Ok(match kind {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let high = self.hex(start)?;
                match char::from_u32(high) {
                    Some(c) => c,
                    None => self.low_surrogate(high),
                }
            }
            _ => return Err(SyntaxError::new(start, "invalid escape").help("write a backslash as \\\\")),
        })
    }

    /// Reads the second half of a surrogate pair. A single half is U+FFFD, as in Go.
    fn low_surrogate(&mut self, high: u32) -> char {
        let start = self.at;
        if high < 0xdc00 && self.bytes[start..].starts_with(b"\\u") {
            self.at += 2;
            if let Ok(low @ 0xdc00..=0xdfff) = self.hex(start)
                && let Some(c) = char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00))
            {
                return c;
            }
            self.at = start;
        }
        char::REPLACEMENT_CHARACTER
    }

    /// Reads the four hexadecimal digits of the escape that starts at `start`.
    fn hex(&mut self, start: usize) -> Result<u32, SyntaxError> {
        let mut value = 0;
        for _ in 0..4 {
            let digit = self.bytes.get(self.at).and_then(|b| char::from(*b).to_digit(16));
            let Some(digit) = digit else {
                return Err(SyntaxError::new(start, "\\u needs four hexadecimal digits")
                    .help("write a backslash as \\\\"));
            };
            value = value << 4 | digit;
            self.at += 1;
        }
        Ok(value)
    }
}
