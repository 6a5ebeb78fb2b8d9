//! Widgets and colours that several pages use.

pub(crate) mod chart;
pub(crate) mod icons;
pub(crate) mod method;
pub(crate) mod player;
pub(crate) mod rail;
pub(crate) mod theme;
pub(crate) mod track;
