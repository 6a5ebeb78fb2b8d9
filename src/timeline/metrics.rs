//! The metrics of a search along its timeline, in bounded memory.

use crate::solver::{Metric, Solver};

pub const MAX_SAMPLES: usize = 512;

/// The metrics of a search, sampled at every multiple of a stride. The stride doubles whenever
/// there are too many samples, so the history does not depend on how the search was run.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricHistory {
    stride: u64,
    titles: Vec<&'static str>,
    /// For each sample, a value for each metric.
    values: Vec<f32>,
}

impl Default for MetricHistory {
    fn default() -> MetricHistory {
        MetricHistory { stride: 1, titles: Vec::new(), values: Vec::new() }
    }
}

impl MetricHistory {
    /// The empty history of a search.
    pub fn of(solver: &dyn Solver) -> MetricHistory {
        let mut metrics = Vec::new();
        solver.metrics(&mut metrics);
        MetricHistory {
            titles: metrics.iter().map(|metric| metric.title).collect(),
            ..MetricHistory::default()
        }
    }

    /// A history whose values up to the current step are missing, because they were not recorded.
    pub fn unknown(solver: &dyn Solver) -> MetricHistory {
        let (mut history, steps) = (MetricHistory::of(solver), solver.state().steps());
        while steps / history.stride >= MAX_SAMPLES as u64 {
            history.stride *= 2;
        }
        let samples = (steps / history.stride) as usize;
        history.values = vec![f32::NAN; samples * history.titles.len()];
        history
    }

    /// The history of a search with these samples, if they fit: see [`MetricHistory::samples`].
    pub fn load(solver: &dyn Solver, stride: u64, samples: &[Vec<f32>]) -> Option<MetricHistory> {
        let history = MetricHistory::of(solver);
        let count = samples.first().map_or(0, Vec::len);
        let fits = stride.is_power_of_two()
            && samples.len() == history.titles.len()
            && count < MAX_SAMPLES
            && samples.iter().all(|values| values.len() == count)
            && count as u64 == solver.state().steps() / stride;
        let values = (0..count).flat_map(|place| samples.iter().map(move |values| values[place]));
        fits.then(|| MetricHistory { stride, values: values.collect(), ..history })
    }

    /// How many steps apart the samples are. The first one is at this step.
    pub fn stride(&self) -> u64 {
        self.stride
    }

    pub fn titles(&self) -> &[&'static str] {
        &self.titles
    }

    pub fn len(&self) -> usize {
        self.values.len() / self.titles.len().max(1)
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values of a metric, one for each multiple of the stride; NaN where unknown.
    pub fn samples(&self, metric: usize) -> impl ExactSizeIterator<Item = f32> {
        self.values.chunks(self.titles.len().max(1)).map(move |sample| sample[metric])
    }

    /// The last known value of a metric up to a step.
    pub fn at(&self, metric: usize, step: u64) -> Option<f32> {
        let place = (step / self.stride).checked_sub(1)?;
        let value = self.values.get(place as usize * self.titles.len() + metric).copied();
        value.filter(|value| value.is_finite())
    }

    /// The step of the next sample.
    pub fn next(&self) -> u64 {
        (self.len() as u64 + 1).saturating_mul(self.stride)
    }

    /// Adds a sample. The search must be at the step given by [`MetricHistory::next`].
    pub fn take(&mut self, solver: &dyn Solver, spare: &mut Vec<Metric>) {
        spare.clear();
        solver.metrics(spare);
        self.values.extend(spare.iter().map(|metric| metric.value as f32));
        if self.len() >= MAX_SAMPLES {
            let metrics = self.titles.len();
            let mut place = 0;
            // Every second sample stays.
            self.values.retain(|_| {
                let stays = place / metrics % 2 == 1;
                place += 1;
                stays
            });
            self.stride *= 2;
        }
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&self.values[..])
    }
}
