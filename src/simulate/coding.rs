//! A tally as bytes, to send it and to keep it: every number as a LEB128 varint, signed ones in zigzag.
#![forbid(unsafe_code)]

use super::statistics::{Course, Histogram, Moments, Place, Tally};
use crate::error::{Fault, Kind};
use crate::score::MAX_SEATS;

const VERSION: u64 = 2;

struct Writer(Vec<u8>);

impl Writer {
    fn unsigned(&mut self, mut number: u128) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn unsigned(&mut self) -> Option<u128> {
        let mut number = 0;
        for shift in (0..128).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= ((byte & 0x7f) as u128) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}

/// What goes both ways in the same order: written from a value, or read into it.
trait Stream {
    fn unsigned(&mut self, number: &mut u128) -> Option<()>;

    fn signed(&mut self, number: &mut i128) -> Option<()> {
        let mut zigzag = (*number << 1 ^ *number >> 127) as u128;
        self.unsigned(&mut zigzag)?;
        *number = (zigzag >> 1) as i128 ^ -((zigzag & 1) as i128);
        Some(())
    }

    fn count(&mut self, number: &mut u64) -> Option<()> {
        let mut wide = *number as u128;
        self.unsigned(&mut wide)?;
        *number = wide.try_into().ok()?;
        Some(())
    }

    fn counts(&mut self, numbers: &mut [u64]) -> Option<()> {
        numbers.iter_mut().try_for_each(|number| self.count(number))
    }

    fn list(&mut self, numbers: &mut Vec<u64>) -> Option<()> {
        let mut len = numbers.len() as u64;
        self.count(&mut len)?;
        if len > Histogram::MOST as u64 + 1 {
            return None;
        }
        numbers.resize(len as usize, 0);
        self.counts(numbers)
    }

    fn histogram(&mut self, histogram: &mut Histogram) -> Option<()> {
        self.list(&mut histogram.up)?;
        self.list(&mut histogram.down)
    }

    fn sum(&mut self, sum: &mut i64) -> Option<()> {
        let mut wide = *sum as i128;
        self.signed(&mut wide)?;
        *sum = wide.try_into().ok()?;
        Some(())
    }

    fn moments(&mut self, moments: &mut Moments) -> Option<()> {
        self.count(&mut moments.count)?;
        self.sum(&mut moments.sum)?;
        self.signed(&mut moments.squares)
    }

    fn place(&mut self, place: &mut Place) -> Option<()> {
        self.moments(&mut place.points)?;
        self.histogram(&mut place.points_of)?;
        place.royalties.iter_mut().try_for_each(|histogram| self.histogram(histogram))?;
        place.positions.iter_mut().try_for_each(|moments| self.moments(moments))?;
        place.categories.iter_mut().try_for_each(|counts| self.counts(counts))?;
        let counts = [&mut place.fouls, &mut place.met, &mut place.scoops, &mut place.scooped, &mut place.moons];
        counts.into_iter().try_for_each(|count| self.count(count))?;
        self.count(&mut place.surrenders)?;
        self.count(&mut place.choices)?;
        self.counts(&mut place.played)?;
        self.moments(&mut place.inside_points)?;
        self.moments(&mut place.inside_royalties)?;
        self.count(&mut place.inside_fouls)?;
        self.counts(&mut place.entered)?;
        self.counts(&mut place.stayed)?;
        self.histogram(&mut place.visits)?;
        self.count(&mut place.cut_short)
    }

    fn course(&mut self, course: &mut Course) -> Option<()> {
        let mut shift = course.shift as u64;
        self.count(&mut shift)?;
        course.shift = shift.try_into().ok().filter(|shift| (Course::LEAST..=Course::WIDEST).contains(shift))?;
        let mut steps: Vec<_> = std::mem::take(&mut course.steps).into_iter().collect();
        let mut len = steps.len() as u64;
        self.count(&mut len)?;
        for at in 0..len as usize {
            let (mut key, mut sums) = steps.get(at).copied().unwrap_or_default();
            self.count(&mut key.0)?;
            self.count(&mut key.1)?;
            sums.iter_mut().try_for_each(|sum| self.sum(sum))?;
            course.steps.insert(key, sums);
        }
        steps.clear();
        Some(())
    }

    fn tally(&mut self, tally: &mut Tally) -> Option<()> {
        let mut version = VERSION;
        self.count(&mut version)?;
        let mut players = tally.players as u64;
        self.count(&mut players)?;
        if version != VERSION || players > MAX_SEATS as u64 {
            return None;
        }
        tally.players = players as usize;
        self.count(&mut tally.units)?;
        self.count(&mut tally.hands)?;
        self.signed(&mut tally.hands_squares)?;
        tally.points_hands.iter_mut().try_for_each(|sum| self.signed(sum))?;
        tally.products.iter_mut().flatten().try_for_each(|sum| self.signed(sum))?;
        self.count(&mut tally.reshuffles)?;
        for place in tally.places.iter_mut().flatten() {
            let mut seen = u64::from(*place != Place::default());
            self.count(&mut seen)?;
            if seen == 1 {
                self.place(place)?;
            }
        }
        self.course(&mut tally.course)
    }
}

impl Stream for Writer {
    fn unsigned(&mut self, number: &mut u128) -> Option<()> {
        Writer::unsigned(self, *number);
        Some(())
    }
}

impl Stream for Reader<'_> {
    fn unsigned(&mut self, number: &mut u128) -> Option<()> {
        *number = Reader::unsigned(self)?;
        Some(())
    }
}

impl Tally {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer(Vec::new());
        // Writing never fails: only reading gives up.
        let written = writer.tally(&mut self.clone());
        debug_assert!(written.is_some());
        writer.0
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Tally, Fault> {
        let mut reader = Reader(bytes);
        let mut tally = Tally::default();
        match reader.tally(&mut tally) {
            Some(()) if reader.0.is_empty() => Ok(tally),
            _ => Err(Fault::new(
                Kind::Record,
                "damaged",
                "these bytes are no tally of a simulation, or one of another version",
            )),
        }
    }
}
