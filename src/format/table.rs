//! Tables: in columns for people, as CSV and JSON for programs.

use serde_json::{Map, Value};

use crate::lab::{Cell, Table, answer_words};
use crate::text::grouped;

/// A cell as the command line shows it.
pub fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) | Cell::Named { text, .. } => text.clone(),
        Cell::Whole(number) => grouped(*number),
        Cell::AtLeast(number) => format!("≥ {}", grouped(*number)),
        Cell::Decimal(number, decimals) => {
            let text = format!("{number:.decimals$}");
            let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
            let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
            if rest.is_empty() { whole } else { format!("{whole}.{rest}") }
        }
        Cell::Share(share) => format!("{:.1}%", 100.0 * share),
        Cell::Seconds(seconds) => in_seconds(*seconds),
        Cell::Outcome(answer) => answer_words(*answer).to_owned(),
        Cell::Missing => "–".to_owned(),
    }
}

/// A cell as the window shows it.
pub fn in_words(cell: &Cell) -> String {
    match cell {
        Cell::Named { name, .. } => name.clone(),
        other => shown(other),
    }
}

/// A time in the unit that suits it.
pub fn in_seconds(seconds: f64) -> String {
    match seconds {
        s if s >= 100.0 => format!("{s:.0} s"),
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        s => format!("{:.2} µs", s * 1e6),
    }
}

/// Whether a cell is aligned to the right.
pub fn is_number(cell: &Cell) -> bool {
    !matches!(cell, Cell::Text(_) | Cell::Named { .. } | Cell::Outcome(_))
}

/// The table in columns.
pub fn text(table: &Table) -> String {
    let rows: Vec<Vec<String>> =
        table.rows.iter().map(|row| row.cells.iter().map(shown).collect()).collect();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([table.columns[column].title.chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let right: Vec<bool> = (0..table.columns.len())
        .map(|column| {
            let mut cells = table.rows.iter().map(|row| &row.cells[column]);
            table.rows.is_empty() || cells.all(is_number)
        })
        .collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut text = String::new();
        for (column, cell) in cells.enumerate() {
            let gap = " ".repeat(widths[column] - cell.chars().count());
            let space = if column > 0 { "  " } else { "" };
            text += &match right[column] {
                true => format!("{space}{gap}{cell}"),
                false => format!("{space}{cell}{gap}"),
            };
        }
        text.trim_end().to_owned() + "\n"
    };
    let mut text = line(&mut table.columns.iter().map(|column| column.title));
    text += &line(
        &mut widths
            .iter()
            .map(|width| "-".repeat(*width))
            .collect::<Vec<_>>()
            .iter()
            .map(String::as_str),
    );
    for row in &rows {
        text += &line(&mut row.iter().map(String::as_str));
    }
    text
}

/// The table as CSV; unknown values are empty.
pub fn csv(table: &Table) -> String {
    let field = |text: &str| match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
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
