//! The right panel of the lab: an example, or the charts and the table of the last run.

use egui::{
    Align, Button, Color32, ComboBox, Label, Layout, Rect, RichText, ScrollArea, TextStyle, Ui,
    Vec2, vec2,
};

use crate::app::files::{FileMessage, Purpose};
use crate::app::lab::{LabMessage, LabView};
use crate::app::widgets::{ask_button, chart, entry, inside, theme};
use crate::lab::{Chart, Findings, Remark, Table};
use crate::text::capitalised;

const ROW_HEIGHT: f32 = 24.0;
const TALL_ROW_HEIGHT: f32 = 36.0;
const SCROLL_BAR: f32 = 14.0;
const OPEN_BUTTON_WIDTH: f32 = 52.0;
/// The height of the headings of a table with the line below them, and of its scroll bar.
const HEADINGS_HEIGHT: f32 = 60.0;
const COLUMN_GAP: f32 = 10.0;
const LETTER_WIDTH: f32 = 6.9;
const MIN_WORDS_WIDTH: f32 = 110.0;
const MIN_ROWS: usize = 3;
const MAX_EXAMPLE: Vec2 = vec2(720.0, 420.0);

impl LabView<'_> {
    pub(super) fn lab_results(&mut self, ui: &mut Ui) {
        let room = ui.available_height();
        let area = ScrollArea::vertical().id_salt(("results", self.lab.name()));
        area.auto_shrink(false).show(ui, |ui| {
            let bottom = ui.cursor().top() + room;
            if let Some(trouble) = &self.lab.chosen().trouble {
                ui.colored_label(theme::of(ui).retreat, capitalised(trouble) + ".");
            }
            if self.lab.chosen().shown.is_some() {
                self.lab_findings(ui, bottom);
            } else {
                self.lab_example(ui, bottom);
            }
        });
    }

    fn lab_example(&self, ui: &mut Ui, bottom: f32) {
        let chosen = self.lab.chosen();
        let example = &chosen.example;
        ui.horizontal_wrapped(|ui| {
            let colours = theme::of(ui);
            let word = RichText::new("Example (sample numbers)").strong();
            ui.label(word.color(colours.on_accent).background_color(colours.soft_ink));
        });
        ui.label(format!("Press Run to {}.", chosen.experiment.invitation));
        ui.weak(
            "Your results will appear here. Click a point, a bar or a square to watch that run on \
             the board.",
        );
        ui.add_space(8.0);
        ui.add_enabled_ui(false, |ui| {
            ui.strong(&example.title);
            let room = vec2(ui.available_width(), bottom - ui.cursor().top());
            let least = chart::least_height(example, room.x);
            let size = room.min(MAX_EXAMPLE).max(vec2(0.0, least));
            block(ui, size, |ui| chart::show(ui, example));
        });
    }

    fn lab_findings(&mut self, ui: &mut Ui, bottom: f32) {
        let chosen = self.lab.chosen();
        if let Some(shown) = &chosen.shown {
            let words = RichText::new(&shown.words).small().weak();
            // Where it is cut, its tip has all of it.
            ui.add(Label::new(words).truncate());
        }
        if chosen.is_outdated() {
            let words = "Results of the previous settings";
            ui.label(RichText::new(words).small().color(theme::of(ui).retreat));
        }
        self.lab_tools(ui);
        let (findings, shown) = (&chosen.findings, self.lab.chart());
        let layout = TableLayout::of(ui, &chosen.columns, &findings.table);
        let heights = Heights::of(findings, shown, layout.row, ui, bottom);
        let width = ui.available_width();
        if let Some(shown) = shown {
            let opened = block(ui, vec2(width, heights.chart), |ui| chart::show(ui, shown));
            self.out.extend(opened.map(LabMessage::Open));
        }
        ui.add_space(6.0);
        if !findings.remarks.is_empty() {
            let area = ScrollArea::vertical().id_salt("remarks").max_height(heights.remarks);
            area.min_scrolled_height(0.0).show(ui, |ui| {
                ui.set_width(ui.available_width());
                for remark in &findings.remarks {
                    ui.label(RichText::new(remark.in_words()).small());
                }
            });
        }
        let size = vec2(width, heights.table);
        block(ui, size, |ui| self.lab_table(ui, &findings.table, &layout));
    }

    fn lab_tools(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            self.chart_list(ui);
            for (name, tip, purpose) in [
                ("Save table…", "The table as CSV, for spreadsheets.", Purpose::Table),
                ("Save SVG…", "All charts as a picture of any size.", Purpose::Charts),
                ("Save PNG…", "This chart as a picture.", Purpose::ChartPicture),
            ] {
                let choose = LabMessage::Shell(FileMessage::Choose(purpose).into());
                ask_button(ui, name, tip, choose, self.out);
            }
        });
        ui.add_space(4.0);
    }

    fn chart_list(&mut self, ui: &mut Ui) {
        let (charts, shown) = (&self.lab.chosen().findings.charts, self.lab.chosen().chart);
        let now = charts.get(shown).map_or("", |chart| &chart.title);
        let room = ui.available_width();
        // Beside the buttons, or in a line of its own.
        let width = if room < 470.0 { room } else { (room - 306.0).min(420.0) };
        if charts.len() < 2 {
            let title = Label::new(RichText::new(now).strong()).truncate();
            let (size, layout) = (vec2(width, ROW_HEIGHT), Layout::left_to_right(Align::Center));
            ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_width(width);
                ui.add(title).on_hover_text(now)
            });
            return;
        }
        ui.name_inputs("Chart", |ui| {
            let corner = ui.available_rect_before_wrap().min;
            let place = Rect::from_min_size(corner, vec2(width, ROW_HEIGHT));
            let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(place));
            let list = ComboBox::from_id_salt("chart").width(width).truncate();
            let list = list.selected_text(now).show_ui(&mut inner, |ui| {
                for (place, chart) in charts.iter().enumerate() {
                    let entry = entry(ui, place == shown, &chart.title);
                    self.out.extend(entry.clicked().then_some(LabMessage::Chart(place)));
                }
            });
            ui.advance_cursor_after_rect(list.response.rect);
            list.response.accessible_name("Chart").on_hover_text("Which chart to show.");
        });
    }

    fn lab_table(&mut self, ui: &mut Ui, shown: &Table, layout: &TableLayout) {
        let cell = |ui: &mut Ui, column: usize, add: &dyn Fn(&mut Ui)| {
            let is_right = layout.right[column];
            let align = if is_right { Layout::right_to_left } else { Layout::left_to_right };
            let width = layout.widths[column];
            ui.allocate_ui_with_layout(vec2(width, layout.row), align(Align::Center), |ui| {
                ui.set_min_width(width);
                add(ui);
            });
        };
        let across = ScrollArea::horizontal().id_salt(("table across", self.lab.name()));
        across.auto_shrink(false).show(ui, |ui| {
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing = vec2(COLUMN_GAP, 0.0);
                ui.spacing_mut().interact_size.y = layout.row;
                ui.horizontal(|ui| {
                    ui.add_space(layout.open_room);
                    for (column, title) in layout.headings.iter().enumerate() {
                        cell(ui, column, &|ui| {
                            ui.add(Label::new(RichText::new(title).strong()).extend());
                        });
                    }
                });
                ui.separator();
                let scroll = ScrollArea::vertical().id_salt("table").auto_shrink(false);
                scroll.show_rows(ui, layout.row, shown.rows.len(), |ui, rows| {
                    for row in &shown.rows[rows] {
                        ui.horizontal(|ui| {
                            if let Some(trial) = row.trial {
                                let opened = open_button(ui).then_some(LabMessage::Open(trial));
                                self.out.extend(opened);
                            } else {
                                ui.add_space(layout.open_room);
                            }
                            for (column, value) in row.cells.iter().enumerate() {
                                cell(ui, column, &|ui| {
                                    words(ui, &value.in_words(), layout.row > ROW_HEIGHT);
                                });
                            }
                        });
                    }
                });
            });
        });
    }
}

/// A heading in one line where the cells are wide enough, else in two, and how wide it is.
fn heading(ui: &Ui, title: &str, cells: f32) -> (String, f32) {
    let font = TextStyle::Body.resolve(ui.style());
    let measured = |text: String| {
        let galley = ui.painter().layout_no_wrap(text.clone(), font.clone(), theme::of(ui).ink);
        (text, galley.size().x + 2.0)
    };
    let whole = measured(title.to_owned());
    if whole.1 <= cells {
        return whole;
    }
    let spaces = title.match_indices(' ');
    let broken = spaces.map(|(at, _)| measured(format!("{}\n{}", &title[..at], &title[at + 1..])));
    broken.chain([whole]).min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default()
}

struct TableLayout {
    headings: Vec<String>,
    widths: Vec<f32>,
    right: Vec<bool>,
    /// The height of a row: two lines where words are cut.
    row: f32,
    /// The room for the buttons on the left.
    open_room: f32,
}

impl TableLayout {
    fn of(ui: &Ui, columns: &[(usize, bool)], shown: &Table) -> TableLayout {
        let titles = shown.columns.iter().map(|column| capitalised(column.title));
        let sized = titles.zip(columns).map(|(title, (letters, _))| {
            let width = *letters as f32 * LETTER_WIDTH + 6.0;
            let (title, least) = heading(ui, &title, width);
            (title, width.max(least))
        });
        let (headings, mut widths): (Vec<String>, Vec<f32>) = sized.unzip();
        let is_opened = shown.rows.iter().any(|row| row.trial.is_some());
        let open_room = if is_opened { OPEN_BUTTON_WIDTH + COLUMN_GAP } else { 0.0 };
        let room = ui.available_width() - open_room - SCROLL_BAR;
        let missing =
            widths.iter().map(|width| width + COLUMN_GAP).sum::<f32>() - COLUMN_GAP - room;
        // Where there is no room for all, the widest words are cut.
        let words = columns.iter().enumerate().filter(|(_, (_, right))| !right);
        let widest = words.max_by_key(|(_, (letters, _))| *letters).map(|(place, _)| place);
        let mut row = ROW_HEIGHT;
        if let Some(width) = widest.map(|place| &mut widths[place])
            && missing > 0.0
            && *width > MIN_WORDS_WIDTH
        {
            *width = (*width - missing).max(MIN_WORDS_WIDTH);
            row = TALL_ROW_HEIGHT;
        }
        let right = columns.iter().map(|(_, right)| *right).collect();
        TableLayout { headings, widths, right, row, open_room }
    }
}

/// The words of a cell; in two lines, what comes after the first comma is below.
fn words(ui: &mut Ui, text: &str, two_lines: bool) {
    let Some((first, rest)) = text.split_once(", ").filter(|_| two_lines) else {
        ui.add(Label::new(text).truncate());
        return;
    };
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let label = |words: RichText| Label::new(words).truncate().show_tooltip_when_elided(false);
        ui.add(label(RichText::new(first))).on_hover_text(text);
        ui.add(label(RichText::new(rest).small().weak())).on_hover_text(text);
    });
}

/// How the height of the panel is shared. Where it is too small, the panel scrolls.
struct Heights {
    chart: f32,
    remarks: f32,
    table: f32,
}

impl Heights {
    fn of(findings: &Findings, chart: Option<&Chart>, row: f32, ui: &Ui, bottom: f32) -> Heights {
        let (width, gap) = (ui.available_width(), ui.spacing().item_spacing.y);
        let line = ui.text_style_height(&TextStyle::Small) + gap;
        let gaps = 6.0 + 2.0 * gap;
        let room = bottom - ui.cursor().top() - gaps;
        let font = TextStyle::Small.resolve(ui.style());
        let height = |remark: &Remark| {
            let (text, ink) = (remark.in_words(), Color32::PLACEHOLDER);
            ui.painter().layout(text, font.clone(), ink, width).size().y + gap
        };
        let all_remarks: f32 = findings.remarks.iter().map(height).sum();
        let remarks = all_remarks.min(line * (room * 0.16 / line).floor().max(2.0));
        let rows = |count: usize| HEADINGS_HEIGHT + row * count as f32;
        let least_table = rows(MIN_ROWS);
        let table = rows(findings.table.rows.len()).min(room * 0.42).max(least_table);
        let least_chart = chart.map_or(0.0, |chart| chart::least_height(chart, width));
        let chart = (room - remarks - table).max(least_chart);
        Heights { chart, remarks, table: (room - remarks - chart).max(least_table) }
    }
}

fn block<R>(ui: &mut Ui, size: Vec2, add: impl FnOnce(&mut Ui) -> R) -> R {
    let place = Rect::from_min_size(ui.cursor().min, size);
    let answer = inside(ui, place, add);
    ui.advance_cursor_after_rect(place);
    answer
}

fn open_button(ui: &mut Ui) -> bool {
    let button = ui.add_sized(vec2(OPEN_BUTTON_WIDTH, 18.0), Button::new("Open").small());
    if button.gained_focus() {
        button.scroll_to_me(None);
    }
    button.on_hover_text("Watch a run from this row on the board.").clicked()
}
