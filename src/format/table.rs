//! Tables: in columns for people, as CSV and JSON for programs.

use serde_json::{Map, Value};

use crate::lab::{Cell, Table};

/// The table in columns.
pub fn text(table: &Table) -> String {
    let rows: Vec<Vec<String>> =
        table.rows.iter().map(|row| row.cells.iter().map(Cell::shown).collect()).collect();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([table.columns[column].title.chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let right: Vec<bool> = (0..table.columns.len())
        .map(|column| {
            let mut cells = table.rows.iter().map(|row| &row.cells[column]);
            table.rows.is_empty() || cells.all(Cell::is_number)
        })
        .collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut text = String::new();
        for (column, cell) in cells.enumerate() {
            let gap = " ".repeat(widths[column] - cell.chars().count());
            let space = if column > 0 { "  " } else { "" };
            let (left_gap, right_gap) = if right[column] { (&*gap, "") } else { ("", &*gap) };
            text += &format!("{space}{left_gap}{cell}{right_gap}");
        }
        text.trim_end().to_owned() + "\n"
    };
    let mut text = line(&mut table.columns.iter().map(|column| column.title));
    let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    text += &line(&mut rules.iter().map(String::as_str));
    for row in &rows {
        text += &line(&mut row.iter().map(String::as_str));
    }
    text
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
        let cell = |cell: &Cell| match cell {
            Cell::Text(text) | Cell::Named { text, .. } => field(text),
            Cell::Share(share) => format!("{share:.3}"),
            Cell::Whole(number) | Cell::AtLeast(number) => number.to_string(),
            Cell::Decimal(number, decimals) => format!("{number:.decimals$}"),
            Cell::Seconds(seconds) => format!("{seconds:.9}"),
            Cell::Outcome(answer) => answer.name().to_owned(),
            Cell::Missing => String::new(),
        };
        text += &line(row.cells.iter().map(cell).collect());
    }
    text
}

/// The rows as JSON, each an object with the keys of the columns.
pub fn json(table: &Table) -> Value {
    let value = |cell: &Cell| match cell {
        Cell::Text(text) | Cell::Named { text, .. } => Value::from(text.as_str()),
        Cell::Whole(number) | Cell::AtLeast(number) => Value::from(*number),
        Cell::Decimal(number, 0) => Value::from(number.round() as u64),
        Cell::Decimal(number, _) | Cell::Share(number) | Cell::Seconds(number) => {
            Value::from(*number)
        }
        Cell::Outcome(answer) => Value::from(answer.name()),
        Cell::Missing => Value::Null,
    };
    let row = |cells: &[Cell]| {
        let pairs = table.columns.iter().zip(cells);
        let pairs = pairs.map(|(column, cell)| (column.key.to_owned(), value(cell)));
        Value::Object(pairs.collect::<Map<_, _>>())
    };
    table.rows.iter().map(|table_row| row(&table_row.cells)).collect()
}
