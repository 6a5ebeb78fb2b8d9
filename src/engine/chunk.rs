//! How many steps to take before checking the clock, messages and interruptions again.

use crate::solver::Solver;

/// About how long a chunk of steps takes, in seconds.
pub(super) const CHUNK_SECONDS: f64 = 0.002;
/// Much less than a frame takes, even if steps suddenly become slower.
const MAX_STEPS: u64 = 1 << 20;

/// A number of steps that adapts to the time they take, down to a single one.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChunkSize(u64);

impl ChunkSize {
    pub(super) fn of(solver: &dyn Solver) -> ChunkSize {
        ChunkSize(solver.quick_steps().clamp(1, MAX_STEPS))
    }

    pub(super) fn steps(self) -> u64 {
        self.0
    }

    /// Adapts to a chunk that took this many seconds.
    pub(super) fn took(&mut self, seconds: f64) {
        if seconds > CHUNK_SECONDS * 8.0 {
            // Slow steps take effect at once instead of by repeated halving.
            self.0 = (self.0 as f64 * CHUNK_SECONDS / seconds) as u64;
        } else if seconds > CHUNK_SECONDS * 1.5 {
            self.0 /= 2;
        } else if seconds < CHUNK_SECONDS * 0.5 {
            self.0 *= 2;
        }
        self.0 = self.0.clamp(1, MAX_STEPS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_come_down_to_a_single_step_and_grow_again() {
        let mut chunk = ChunkSize(4_096);
        chunk.took(4_096.0 * 0.005);
        assert_eq!(chunk.steps(), 1, "slow steps are noticed at once");
        chunk.took(0.005);
        assert_eq!(chunk.steps(), 1, "one step is the least");
        for _ in 0..40 {
            chunk.took(1e-6);
        }
        assert_eq!(chunk.steps(), MAX_STEPS);
        chunk.took(CHUNK_SECONDS);
        assert_eq!(chunk.steps(), MAX_STEPS, "what fits stays");
        chunk.took(2.0 * CHUNK_SECONDS);
        assert_eq!(chunk.steps(), MAX_STEPS / 2);
    }
}
