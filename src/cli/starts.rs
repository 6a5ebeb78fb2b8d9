//! `starts`: says from which squares tours exist.

use super::Ending;
use super::args::{StartsArgs, StartsFormat};
use super::output::{Failure, deliver, note, print_error};
use crate::engine::until_interrupted;
use crate::feasibility::Decided;
use crate::format::start_map;
use crate::solver::StartMap;
use crate::storage::OutputFile;

pub(super) fn run(command: &StartsArgs) -> Result<Ending, Failure> {
    let control = until_interrupted();
    let (board, goal) = command.shape.read()?;
    let target = command.out.as_deref().map(OutputFile::new).transpose()?;
    let mut map = StartMap::new(&board, goal);
    while !map.is_done() && !control.is_stopped() {
        map.decide();
    }
    if control.is_stopped() {
        print_error("interrupted; the squares that are left are not decided");
    }
    note(&start_map::summary(&map));
    let text = match command.format {
        StartsFormat::Grid => start_map::grid(&map),
        StartsFormat::Json => start_map::json(&map),
        StartsFormat::Svg => start_map::picture(&map),
    };
    deliver(target, &text)?;
    let has_start = map.squares().any(|(_, start)| start == Some(&Decided::Yes(())));
    Ok(Ending::done_if(has_start && !control.is_stopped()))
}
