//! Tables: in columns for people, as CSV and JSON for programs.

use serde_json::{Map, Value};

use crate::lab::{Table, TableCell};

/// The table in columns.
pub fn text(table: &Table) -> String {
    let rows: Vec<Vec<String>> =
        table.rows.iter().map(|row| row.cells.iter().map(TableCell::shown).collect()).collect();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([table.columns[column].title.chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let right: Vec<bool> = (0..table.columns.len())
        .map(|column| {
            let mut cells = table.rows.iter().map(|row| &row.cells[column]);
            table.rows.is_empty() || cells.all(TableCell::is_number)
        })
        .collect();
    let line = |cells: Vec<&str>| {
        let mut text = String::new();
        for (column, cell) in cells.into_iter().enumerate() {
            let gap = " ".repeat(widths[column] - cell.chars().count());
            let space = if column > 0 { "  " } else { "" };
            let (left_gap, right_gap) = if right[column] { (&*gap, "") } else { ("", &*gap) };
            text += &format!("{space}{left_gap}{cell}{right_gap}");
        }
        text.trim_end().to_owned() + "\n"
    };
    let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    let texts = [&rules].into_iter().chain(&rows);
    let texts = texts.map(|cells| line(cells.iter().map(String::as_str).collect()));
    let titles = line(table.columns.iter().map(|column| column.title).collect());
    std::iter::once(titles).chain(texts).collect()
}

/// The table as CSV; unknown values are empty.
pub fn csv(table: &Table) -> String {
    let field = |text: &str| {
        let is_quoted = text.contains([',', '"', '\n']);
        if is_quoted { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
    };
    let line = |cells: Vec<String>| cells.join(",") + "\n";
    let mut text = line(table.columns.iter().map(|column| field(column.key)).collect());
    for row in &table.rows {
        let cell = |cell: &TableCell| match cell {
            TableCell::Text(text) | TableCell::Named { text, .. } => field(text),
            TableCell::Share(share) => format!("{share:.3}"),
            TableCell::Whole(number) | TableCell::AtLeast(number) => number.to_string(),
            TableCell::Decimal(number, decimals) => format!("{number:.decimals$}"),
            TableCell::Seconds(seconds) => format!("{seconds:.9}"),
            TableCell::Outcome(answer) => answer.name().to_owned(),
            TableCell::Missing => String::new(),
        };
        text += &line(row.cells.iter().map(cell).collect());
    }
    text
}

/// The rows as JSON, each an object with the keys of the columns.
pub fn json(table: &Table) -> Value {
    let value = |cell: &TableCell| match cell {
        TableCell::Text(text) | TableCell::Named { text, .. } => Value::from(text.as_str()),
        TableCell::Whole(number) | TableCell::AtLeast(number) => Value::from(*number),
        TableCell::Decimal(number, 0) => Value::from(number.round() as u64),
        TableCell::Decimal(number, _) | TableCell::Share(number) | TableCell::Seconds(number) => {
            Value::from(*number)
        }
        TableCell::Outcome(answer) => Value::from(answer.name()),
        TableCell::Missing => Value::Null,
    };
    let row = |cells: &[TableCell]| {
        let pairs = table.columns.iter().zip(cells);
        let pairs = pairs.map(|(column, cell)| (column.key.to_owned(), value(cell)));
        Value::Object(pairs.collect::<Map<_, _>>())
    };
    table.rows.iter().map(|table_row| row(&table_row.cells)).collect()
}
