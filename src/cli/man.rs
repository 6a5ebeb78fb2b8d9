//! `man`: writes the manual pages.

use std::io;

use super::Ending;
use super::args::{self, Man};
use super::output::{Failure, note};
use crate::storage::{self, OutputFile};
use crate::text::{counted, quoted_path};

pub(super) fn run(command: &Man) -> Result<Ending, Failure> {
    // 'help' prints the same as these pages, and needs none of its own.
    let all = args::command().disable_help_subcommand(true);
    let mut all = all.mut_subcommand("lab", |lab| lab.disable_help_subcommand(true));
    all.build();
    let mut pages = Vec::new();
    add(&mut pages, &all)?;
    storage::fresh_folder(&command.folder, &[], true)?;
    // Nothing is written unless everything can be.
    let mut targets = Vec::new();
    for (name, text) in &pages {
        targets.push((OutputFile::new(&command.folder.join(name))?, text));
    }
    for (target, text) in targets {
        target.write(text)?;
    }
    let many = counted(pages.len() as u64, "manual page");
    note(&format!("{many} written to {}", quoted_path(&command.folder)));
    Ok(Ending::Done)
}

/// Adds the page of a command and those of its subcommands, each with the name of its file.
fn add(pages: &mut Vec<(String, Vec<u8>)>, command: &clap::Command) -> io::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let mut text = Vec::new();
    // Subcommands have no version of their own.
    let source = concat!("knights-tour ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(command.clone()).source(source).render(&mut text)?;
    // What follows the options are examples and exit codes, which clap_mangen calls extra.
    let text = String::from_utf8_lossy(&text).replace(".SH EXTRA", ".SH NOTES").into_bytes();
    pages.push((format!("{name}.1"), text));
    command.get_subcommands().try_for_each(|inner| add(pages, inner))
}
