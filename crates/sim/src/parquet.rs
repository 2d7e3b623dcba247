//! Tables as Parquet files.

use crate::columns::{Cells, Column};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};
use std::io::Write;
use std::sync::Arc;

/// Writes a table, one row group after the other.
pub(crate) struct ParquetWriter<W: Write + Send>(SerializedFileWriter<W>);

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file with columns of these names and kinds.
    pub(crate) fn new(out: W, table: &str, columns: &[Column]) -> Result<Self> {
        let fields = columns.iter().map(field).collect::<Result<Vec<_>>>()?;
        let schema = Type::group_type_builder(table).with_fields(fields).build()?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        Ok(ParquetWriter(SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?))
    }

    /// Writes rows, given as columns.
    pub(crate) fn write(&mut self, columns: &[Column]) -> Result<()> {
        let mut group = self.0.next_row_group()?;
        for column in columns {
            let Some(mut writer) = group.next_column()? else { break };
            match (&column.cells, writer.untyped()) {
                (Cells::Count(cells), ColumnWriter::Int64ColumnWriter(out)) => {
                    // The file's unsigned numbers are the same bits.
                    let cells: Vec<_> = cells.iter().map(|&cell| cell as i64).collect();
                    out.write_batch(&cells, None, None)?;
                }
                (Cells::Number(cells), ColumnWriter::Int64ColumnWriter(out)) => {
                    out.write_batch(cells, None, None)?;
                }
                (Cells::Real(cells), ColumnWriter::DoubleColumnWriter(out)) => {
                    out.write_batch(cells, None, None)?;
                }
                (Cells::Flag(cells), ColumnWriter::BoolColumnWriter(out)) => {
                    out.write_batch(cells, None, None)?;
                }
                (Cells::Word(cells), ColumnWriter::ByteArrayColumnWriter(out)) => {
                    let words: Vec<_> = cells.iter().flatten().map(|word| ByteArray::from(word.as_str())).collect();
                    let levels: Vec<_> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
                    out.write_batch(&words, Some(&levels), None)?;
                }
                _ => return Err(ParquetError::General(format!("{} is of another kind", column.name))),
            }
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Ends the file.
    pub(crate) fn finish(self) -> Result<W> {
        self.0.into_inner()
    }
}

fn field(column: &Column) -> Result<TypePtr> {
    let (physical, logical) = match column.cells {
        Cells::Count(_) => (Physical::INT64, Some(LogicalType::integer(64, false))),
        Cells::Number(_) => (Physical::INT64, None),
        Cells::Real(_) => (Physical::DOUBLE, None),
        Cells::Flag(_) => (Physical::BOOLEAN, None),
        Cells::Word(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let repetition = if matches!(column.cells, Cells::Word(_)) { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let field = Type::primitive_type_builder(&column.name, physical)
        .with_repetition(repetition)
        .with_logical_type(logical)
        .build()?;
    Ok(Arc::new(field))
}
