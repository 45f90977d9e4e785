//! One message a failure: which file, where, what is wrong, what was expected.

use crate::lines::line_ends;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Why a file could not be read.
///
/// It prints as one line. With the feature `miette` it is a `Diagnostic` as well, which shows the
/// line at fault and what to do about it.
///
/// ```
/// use osculate_io::{Options, read};
/// let mut options = Options::default();
/// options.given.insert("sail.obj".into(), "v 0 0 0\nv 1 zero 0\n".into());
/// let error = read("sail.obj".as_ref(), &options).expect_err("zero is no number");
/// assert_eq!((error.file(), error.line()), ("sail.obj", 2));
/// assert_eq!(error.to_string(), format!("sail.obj:2: {}", error.what()));
/// ```
#[derive(Debug)]
pub struct ReadError {
    file: String,
    /// Counted from 1; 0 for files that have no lines.
    line: usize,
    what: String,
    help: Option<String>,
    excerpt: Option<Arc<Excerpt>>,
}

/// The line at fault, which knows its number, and the place in it.
#[derive(Debug)]
#[cfg_attr(not(feature = "miette"), allow(dead_code))]
struct Excerpt {
    file: String,
    line: usize,
    text: String,
    at: usize,
    len: usize,
}

/// Bytes of a text that a message shows around the place at fault.
const SHOWN: usize = 4096;

impl ReadError {
    /// A failure of the file as a whole.
    pub fn new(path: &Path, what: impl Into<String>) -> Self {
        let file = path.display().to_string();
        Self { file, line: 0, what: what.into(), help: None, excerpt: None }
    }

    /// A failure at a byte of a text.
    ///
    /// ```
    /// use osculate_io::ReadError;
    /// use std::path::Path;
    /// let (path, text) = (Path::new("sizes.txt"), "1.5\ntwo\n");
    /// let error = ReadError::at(path, text, 4, "it is no number").help("write 2");
    /// assert_eq!(error.to_string(), "sizes.txt:2: it is no number");
    /// assert_eq!(error.remedy(), Some("write 2"));
    /// assert_eq!(ReadError::at_line(path, 2, "it is no number").to_string(), error.to_string());
    /// // What failed without a place gets one from whoever knows it.
    /// assert_eq!(ReadError::new(path, "too long").or_at(path, text, 0).line(), 1);
    /// ```
    pub fn at(path: &Path, text: &str, byte: usize, what: impl Into<String>) -> Self {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        // Only the line at fault, so that an error of a large file stays small.
        let (mut line, mut start, mut end) = (1, 0, text.len());
        for at in line_ends(text) {
            if at >= byte {
                end = at;
                break;
            }
            (line, start) = (line + 1, at + 1);
        }
        let mut error = Self { line, ..Self::new(path, what) };
        if end - start <= SHOWN {
            let (file, text) = (error.file.clone(), text[start..end].to_string());
            let (at, len) = (byte - start, usize::from(byte < end));
            error.excerpt = Some(Arc::new(Excerpt { file, line, text, at, len }));
        }
        error
    }

    /// The same at a line, counted from 1.
    pub fn at_line(path: &Path, line: usize, what: impl Into<String>) -> Self {
        Self { line, ..Self::new(path, what) }
    }

    /// The same at a byte of the file's text, unless it is of another file or knows its line.
    pub fn or_at(self, path: &Path, text: &str, byte: usize) -> Self {
        if self.line > 0 || self.file != path.display().to_string() {
            return self;
        }
        Self { help: self.help, ..Self::at(path, text, byte, self.what) }
    }

    /// What to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// What the system said of a file.
    ///
    /// ```
    /// use osculate_io::ReadError;
    /// let error = ReadError::io("no.obj".as_ref(), &std::io::ErrorKind::NotFound.into());
    /// assert_eq!(error.to_string(), "no.obj: there is no such file");
    /// ```
    pub fn io(path: &Path, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        let what = match error.kind() {
            ErrorKind::NotFound => "there is no such file".to_string(),
            ErrorKind::PermissionDenied => "there is no permission to read it".to_string(),
            ErrorKind::InvalidData => "it is not text (UTF-8)".to_string(),
            _ => error.to_string(),
        };
        Self::new(path, what)
    }

    /// The file, as it was named.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The line at fault, counted from 1; 0 if it is not known.
    pub fn line(&self) -> usize {
        self.line
    }

    /// What is wrong.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// What to do about it, if that is known.
    pub fn remedy(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for ReadError {}

/// For programs that print with `miette`.
#[cfg(feature = "miette")]
mod printed {
    use super::{Excerpt, ReadError};
    use miette::{Diagnostic, LabeledSpan, MietteError, MietteSpanContents};
    use miette::{SourceCode, SourceSpan, SpanContents};
    use std::fmt::Display;

    impl SourceCode for Excerpt {
        fn read_span<'a>(
            &'a self,
            _: &SourceSpan,
            _: usize,
            _: usize,
        ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
            let whole = SourceSpan::from((0, self.text.len()));
            let (name, text) = (self.file.clone(), self.text.as_bytes());
            Ok(Box::new(MietteSpanContents::new_named(name, text, whole, self.line - 1, 0, 1)))
        }
    }

    impl Diagnostic for ReadError {
        fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
            Some(Box::new(self.help.as_ref()?))
        }
        fn source_code(&self) -> Option<&dyn SourceCode> {
            Some(&**self.excerpt.as_ref()?)
        }
        fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
            let Excerpt { at, len, .. } = **self.excerpt.as_ref()?;
            let here = LabeledSpan::new(Some("here".to_owned()), at, len);
            Some(Box::new(std::iter::once(here)))
        }
    }
}
