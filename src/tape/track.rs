//! The gauges of a search along its whole film, in bounded memory.

use crate::solver::{Gauge, Solver};

/// A track never has more samples than this.
pub const MOST_SAMPLES: usize = 512;

/// The gauges of a search, sampled at every multiple of a stride. The stride doubles whenever there
/// are too many samples, so the track is the same however the search was run.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    stride: u64,
    titles: Vec<&'static str>,
    /// For each sample, a value for each gauge.
    values: Vec<f32>,
}

impl Default for Track {
    fn default() -> Track {
        Track { stride: 1, titles: Vec::new(), values: Vec::new() }
    }
}

impl Track {
    /// The empty track of a search.
    pub fn of(solver: &dyn Solver) -> Track {
        let mut gauges = Vec::new();
        solver.gauges(&mut gauges);
        Track { titles: gauges.iter().map(|gauge| gauge.title).collect(), ..Track::default() }
    }

    /// The track of a search whose past was not kept: no sample up to now is known.
    pub fn unknown(solver: &dyn Solver) -> Track {
        let (mut track, steps) = (Track::of(solver), solver.state().steps());
        while steps / track.stride >= MOST_SAMPLES as u64 {
            track.stride *= 2;
        }
        let samples = (steps / track.stride) as usize;
        track.values = vec![f32::NAN; samples * track.titles.len()];
        track
    }

    /// The track of a search with these samples, if it may have them: see [`Track::samples`].
    pub fn load(solver: &dyn Solver, stride: u64, samples: &[Vec<f32>]) -> Option<Track> {
        let track = Track::of(solver);
        let count = samples.first().map_or(0, Vec::len);
        let fits = stride.is_power_of_two()
            && samples.len() == track.titles.len()
            && count < MOST_SAMPLES
            && samples.iter().all(|values| values.len() == count)
            && count as u64 == solver.state().steps() / stride;
        let values = (0..count).flat_map(|place| samples.iter().map(move |values| values[place]));
        fits.then(|| Track { stride, values: values.collect(), ..track })
    }

    /// How many steps apart the samples are. The first one is at this step.
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// The names of the gauges.
    pub fn titles(&self) -> &[&'static str] {
        &self.titles
    }

    /// How many samples there are.
    pub fn len(&self) -> usize {
        self.values.len() / self.titles.len().max(1)
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values of a gauge, one for each multiple of the stride; not a number where it is unknown.
    pub fn samples(&self, gauge: usize) -> impl ExactSizeIterator<Item = f32> {
        self.values.chunks(self.titles.len().max(1)).map(move |sample| sample[gauge])
    }

    /// The value of a gauge at a step, as far as it is known: that of the last sample before.
    pub fn at(&self, gauge: usize, step: u64) -> Option<f32> {
        let place = (step / self.stride).checked_sub(1)?;
        let value = self.values.get(place as usize * self.titles.len() + gauge).copied();
        value.filter(|value| value.is_finite())
    }

    /// The step at which the next sample is to be taken.
    pub fn next(&self) -> u64 {
        (self.len() as u64 + 1).saturating_mul(self.stride)
    }

    /// Takes a sample of a search at that step.
    pub fn take(&mut self, solver: &dyn Solver, spare: &mut Vec<Gauge>) {
        spare.clear();
        solver.gauges(spare);
        self.values.extend(spare.iter().map(|gauge| gauge.value as f32));
        if self.len() >= MOST_SAMPLES {
            let gauges = self.titles.len();
            let mut place = 0;
            // Every second sample stays.
            self.values.retain(|_| {
                let stays = place / gauges % 2 == 1;
                place += 1;
                stays
            });
            self.stride *= 2;
        }
    }

    /// The memory it takes besides itself, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.values[..])
    }
}
