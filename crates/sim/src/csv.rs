//! Tables as comma-separated text.

use crate::columns::{Cells, Column};
use std::borrow::Cow;
use std::io::{self, Write};

/// Writes tables as text, one part after the other; the names of the columns come first.
pub(crate) struct CsvWriter<W> {
    out: W,
    begun: bool,
}

impl<W: Write> CsvWriter<W> {
    pub(crate) fn new(out: W) -> Self {
        CsvWriter { out, begun: false }
    }

    /// Writes rows, given as columns.
    pub(crate) fn write(&mut self, columns: &[Column]) -> io::Result<()> {
        if !std::mem::replace(&mut self.begun, true) {
            let names = columns.iter().map(|column| quoted(&column.name));
            self.line(names.collect())?;
        }
        for row in 0..columns.first().map_or(0, |column| column.cells.len()) {
            self.line(columns.iter().map(|column| column.cells.text(row)).collect())?;
        }
        Ok(())
    }

    fn line(&mut self, cells: Vec<Cow<'_, str>>) -> io::Result<()> {
        self.out.write_all(cells.join(",").as_bytes())?;
        self.out.write_all(b"\n")
    }

    pub(crate) fn finish(self) -> W {
        self.out
    }
}

impl Cells {
    pub(crate) fn len(&self) -> usize {
        match self {
            Cells::Count(cells) => cells.len(),
            Cells::Number(cells) => cells.len(),
            Cells::Real(cells) => cells.len(),
            Cells::Flag(cells) => cells.len(),
            Cells::Word(cells) => cells.len(),
        }
    }

    fn text(&self, row: usize) -> Cow<'_, str> {
        match self {
            Cells::Count(cells) => cells[row].to_string().into(),
            Cells::Number(cells) => cells[row].to_string().into(),
            Cells::Real(cells) => cells[row].to_string().into(),
            Cells::Flag(cells) => cells[row].to_string().into(),
            Cells::Word(cells) => cells[row].as_deref().map_or("".into(), quoted),
        }
    }
}

/// A word, in quotation marks where it would be misread without (RFC 4180).
fn quoted(word: &str) -> Cow<'_, str> {
    if word.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", word.replace('"', "\"\"")).into()
    } else {
        word.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_would_be_misread_are_quoted() {
        let words = vec![Some("a,b".to_string()), Some("say \"so\"".to_string()), None];
        let columns = [
            Column { name: "word".into(), cells: Cells::Word(words) },
            Column { name: "real".into(), cells: Cells::Real(vec![0.5, -1.0, 1e-6]) },
        ];
        let mut csv = CsvWriter::new(Vec::new());
        csv.write(&columns).unwrap();
        let text = String::from_utf8(csv.finish()).unwrap();
        assert_eq!(text, "word,real\n\"a,b\",0.5\n\"say \"\"so\"\"\",-1\n,0.000001\n");
    }
}
