//! Which instructions of the processor the batch code runs on, and the steps that the compiler does not find by itself:
//! turning rows of bytes into columns, and columns of bytes into words.
//!
//! The work itself is safe code, generic over the number of lanes ([`Job::run`]). It is compiled once for each kernel,
//! inside a function that may use that kernel's instructions, and vectorised there by the compiler.
//!
//! With AVX-512 any byte of two registers goes anywhere in one step. Elsewhere rows become columns by zipping. Take 32
//! rows of five as 160 bytes and shuffle them like a deck of cards: halves apart, then one byte from each in turn. The byte
//! at place i goes to 2i modulo 159, after five shuffles to 32i; and as 5 * 32 = 1 modulo 159, bytes that were five apart
//! are neighbours then. Rows of three: 96 bytes, modulo 95, the same five shuffles; boards of thirteen likewise. For 16-byte registers the compiler makes
//! ten unpack instructions of a shuffle by itself; AVX2 unpacks two lanes of 16 bytes, and shuffles two decks in them.
//!
//! This is the only file with `unsafe` in it: calls of functions whose instructions were found to be there, loads and
//! stores of registers.
#![allow(unsafe_code)]
// Loops over lanes and columns go by number.
#![allow(clippy::needless_range_loop)]

/// A set of instructions for batches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kernel {
    /// AVX-512 with byte shuffles: x86-64 from Ice Lake and Zen 4 on.
    Avx512,
    Avx2,
    /// What every x86-64 processor has: there the portable code comes to the same.
    Sse2,
    /// What every processor of the target has.
    Portable,
}

impl Kernel {
    /// Fastest first.
    pub const ALL: [Kernel; 4] = [Kernel::Avx512, Kernel::Avx2, Kernel::Sse2, Kernel::Portable];

    pub const fn name(self) -> &'static str {
        match self {
            Kernel::Avx512 => "avx512",
            Kernel::Avx2 => "avx2",
            Kernel::Sse2 => "sse2",
            Kernel::Portable => "portable",
        }
    }

    pub fn from_name(name: &str) -> Option<Kernel> {
        Kernel::ALL.into_iter().find(|kernel| kernel.name() == name)
    }

    /// Whether this processor has the instructions. The standard library asks it once and remembers.
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return match self {
            Kernel::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi")
            }
            Kernel::Avx2 => is_x86_feature_detected!("avx2"),
            Kernel::Sse2 | Kernel::Portable => true,
        };
        #[cfg(not(target_arch = "x86_64"))]
        return self == Kernel::Portable;
    }

    /// The kernels of this processor, fastest first.
    pub fn available() -> Vec<Kernel> {
        Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()).collect()
    }

    /// The fastest kernel of this processor.
    pub fn best() -> Kernel {
        Kernel::ALL.into_iter().find(|kernel| kernel.is_available()).unwrap_or(Kernel::Portable)
    }
}

/// The steps of a kernel on blocks of `L` rows of three, five or thirteen cards. A value of such a type is proof that the kernel's
/// instructions are there.
pub trait Lanes<const L: usize>: Copy {
    /// Rows of three, five or thirteen bytes as columns.
    fn columns<const C: usize>(self, rows: &[[u8; C]; L]) -> [[u8; L]; C];

    /// Ranks 1..=13 of natural cards.
    #[inline(always)]
    fn ranks(self, cards: &[u8; L]) -> [u8; L] {
        let mut ranks = [0; L];
        for i in 0..L {
            ranks[i] = (cards[i] >> 2) + 1;
        }
        ranks
    }

    /// Words from three columns of bytes, the highest first, below a zero.
    fn join(self, bytes: &[[u8; L]; 3], words: &mut [u32; L]);

    /// What a table holds at each place.
    #[inline(always)]
    fn look_up(self, table: &[u8; 256], places: &[u8; L]) -> [u8; L] {
        let mut found = [0; L];
        for i in 0..L {
            found[i] = table[places[i] as usize];
        }
        found
    }
}

/// Work on blocks of `W` times `L` rows of `C` cards. To have two independent blocks in hand pays where there are registers for both.
/// `run` and all that it calls must be `#[inline(always)]`: what is not inlined into the kernel's function is compiled
/// without the kernel's instructions.
pub trait Job<const C: usize> {
    type Out;
    fn run<const L: usize, const W: usize, K: Lanes<L>>(self, kernel: K) -> Self::Out;
}

/// Runs the work on a kernel; on the portable one where the processor lacks it.
pub fn run<const C: usize, J: Job<C>>(kernel: Kernel, job: J) -> J::Out {
    #[cfg(target_arch = "x86_64")]
    if kernel.is_available() {
        // SAFETY: the instructions are there, as just asked.
        match kernel {
            Kernel::Avx512 => return unsafe { avx512::run(job) },
            Kernel::Avx2 => return unsafe { avx2::run(job) },
            Kernel::Sse2 | Kernel::Portable => {}
        }
    }
    let _ = kernel;
    job.run::<32, 1, Portable>(Portable)
}

#[derive(Clone, Copy)]
struct Portable;

impl Lanes<32> for Portable {
    #[inline(always)]
    fn columns<const C: usize>(self, rows: &[[u8; C]; 32]) -> [[u8; 32]; C] {
        let mut columns = [[0; 32]; C];
        columns.as_flattened_mut().copy_from_slice(rows.as_flattened());
        for _ in 0..5 {
            let deck = columns;
            let (upper, lower) = deck.as_flattened().split_at(16 * C);
            let zipped = columns.as_flattened_mut();
            for i in 0..16 * C {
                zipped[2 * i] = upper[i];
                zipped[2 * i + 1] = lower[i];
            }
        }
        columns
    }

    #[inline(always)]
    fn join(self, bytes: &[[u8; 32]; 3], words: &mut [u32; 32]) {
        for i in 0..32 {
            words[i] = (bytes[0][i] as u32) << 16 | (bytes[1][i] as u32) << 8 | bytes[2][i] as u32;
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{Job, Lanes};
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx512bw,avx512vl,avx512vbmi")]
    pub fn run<const C: usize, J: Job<C>>(job: J) -> J::Out {
        job.run::<64, 2, Avx512>(Avx512(()))
    }

    #[derive(Clone, Copy)]
    pub struct Avx512(());

    // SAFETY of the calls below: a value of this type is made in `run` alone.
    impl Lanes<64> for Avx512 {
        #[inline(always)]
        fn columns<const C: usize>(self, rows: &[[u8; C]; 64]) -> [[u8; 64]; C] {
            unsafe { columns(rows) }
        }

        #[inline(always)]
        fn ranks(self, cards: &[u8; 64]) -> [u8; 64] {
            unsafe { ranks(cards) }
        }

        #[inline(always)]
        fn join(self, bytes: &[[u8; 64]; 3], words: &mut [u32; 64]) {
            unsafe { join(bytes, words) }
        }

        #[inline(always)]
        fn look_up(self, table: &[u8; 256], places: &[u8; 64]) -> [u8; 64] {
            unsafe { look_up(table, places) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(bytes: &[u8; 64]) -> __m512i {
        // SAFETY: 64 bytes are there, and the load asks no alignment.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn bytes(register: __m512i) -> [u8; 64] {
        // SAFETY: both are 64 plain bytes.
        unsafe { std::mem::transmute(register) }
    }

    /// Where the bytes of a column are: places modulo 256.
    const fn places(cards: usize, column: usize) -> [u8; 64] {
        let mut places = [0; 64];
        let mut i = 0;
        while i < 64 {
            places[i] = (cards * i + column) as u8;
            i += 1;
        }
        places
    }

    /// Which bytes of a column lie in each pair of registers.
    const fn lying(cards: usize, column: usize) -> [u64; 7] {
        let mut masks = [0; 7];
        let mut i = 0;
        while i < 64 {
            masks[(cards * i + column) / 128] |= 1 << i;
            i += 1;
        }
        masks
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl,avx512vbmi")]
    fn columns<const C: usize>(rows: &[[u8; C]; 64]) -> [[u8; 64]; C] {
        const { assert!(C == 3 || C == 5 || C == 13) };
        let (registers, _) = rows.as_flattened().as_chunks::<64>();
        let r: [__m512i; C] = std::array::from_fn(|i| load(&registers[i]));
        let mut columns = [[0; 64]; C];
        macro_rules! column {
            ($($j:literal)*) => {$(
                if $j < C {
                    // The two-register shuffle takes places modulo 128, the one-register shuffle modulo 64.
                    let places = load(const { &places(C, $j) });
                    let masks = const { &lying(C, $j) };
                    let mut column = _mm512_permutex2var_epi8(r[0], places, r[1]);
                    for pair in 1..C / 2 {
                        let more = _mm512_permutex2var_epi8(r[2 * pair], places, r[2 * pair + 1]);
                        column = _mm512_mask_mov_epi8(column, masks[pair], more);
                    }
                    columns[$j] = bytes(_mm512_mask_permutexvar_epi8(column, masks[C / 2], places, r[C - 1]));
                }
            )*};
        }
        column!(0 1 2 3 4 5 6 7 8 9 10 11 12);
        columns
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi")]
    fn ranks(cards: &[u8; 64]) -> [u8; 64] {
        const RANKS: [u8; 64] = {
            let mut ranks = [0; 64];
            let mut card = 0;
            while card < 64 {
                ranks[card] = card as u8 / 4 + 1;
                card += 1;
            }
            ranks
        };
        bytes(_mm512_permutexvar_epi8(load(cards), load(&RANKS)))
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi")]
    fn look_up(table: &[u8; 256], places: &[u8; 64]) -> [u8; 64] {
        let (quarters, _) = table.as_chunks::<64>();
        let places = load(places);
        let low = _mm512_permutex2var_epi8(load(&quarters[0]), places, load(&quarters[1]));
        let high = _mm512_permutex2var_epi8(load(&quarters[2]), places, load(&quarters[3]));
        bytes(_mm512_mask_mov_epi8(low, _mm512_movepi8_mask(places), high))
    }

    /// Places to interleave, from a start on, elements of one register with those of another that is numbered from `n` on.
    macro_rules! interleaved {
        ($t:ty, $n:literal, $start:expr) => {
            const {
                let mut places = [0 as $t; $n];
                let mut i = 0;
                while i < $n / 2 {
                    places[2 * i] = ($start + i) as $t;
                    places[2 * i + 1] = ($n + $start + i) as $t;
                    i += 1;
                }
                places
            }
        };
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl,avx512vbmi")]
    fn join(columns: &[[u8; 64]; 3], words: &mut [u32; 64]) {
        let [high, middle, low] = [load(&columns[0]), load(&columns[1]), load(&columns[2])];
        let zero = _mm512_setzero_si512();
        let quarters = [interleaved!(u16, 32, 0), interleaved!(u16, 32, 16)];
        for (half, places) in [interleaved!(u8, 64, 0), interleaved!(u8, 64, 32)].iter().enumerate() {
            let places = load(places);
            let low = _mm512_permutex2var_epi8(low, places, middle);
            let high = _mm512_permutex2var_epi8(high, places, zero);
            for (quarter, places) in quarters.iter().enumerate() {
                let to: &mut [u32; 16] = &mut words.as_chunks_mut().0[2 * half + quarter];
                // SAFETY: both are 64 plain bytes, and neither load nor store asks alignment.
                unsafe {
                    let places = _mm512_loadu_si512(places.as_ptr().cast());
                    let joined = _mm512_permutex2var_epi16(low, places, high);
                    _mm512_storeu_si512(to.as_mut_ptr().cast(), joined);
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Job, Lanes};
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx2")]
    pub fn run<const C: usize, J: Job<C>>(job: J) -> J::Out {
        job.run::<64, 1, Avx2>(Avx2(()))
    }

    #[derive(Clone, Copy)]
    pub struct Avx2(());

    // SAFETY of the calls below: a value of this type is made in `run` alone.
    impl Lanes<64> for Avx2 {
        #[inline(always)]
        fn columns<const C: usize>(self, rows: &[[u8; C]; 64]) -> [[u8; 64]; C] {
            unsafe { zip(rows) }
        }

        #[inline(always)]
        fn join(self, bytes: &[[u8; 64]; 3], words: &mut [u32; 64]) {
            unsafe { join(bytes, words) }
        }

        #[inline(always)]
        fn look_up(self, table: &[u8; 256], places: &[u8; 64]) -> [u8; 64] {
            unsafe { look_up(table, places) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn zip<const C: usize>(rows: &[[u8; C]; 64]) -> [[u8; 64]; C] {
        let (pieces, _) = rows.as_flattened().as_chunks::<16>();
        // Sixteen rows are C pieces. The first and third make the deck of the low lanes, the second and fourth of the high.
        let load = |i: usize| _mm256_set_m128i(piece(&pieces[i + C]), piece(&pieces[i]));
        let mut upper: [__m256i; C] = std::array::from_fn(load);
        let mut lower: [__m256i; C] = std::array::from_fn(|i| load(i + 2 * C));
        for _ in 0..5 {
            let zipped = |i: usize| {
                let (a, b) = (upper[i / 2], lower[i / 2]);
                if i.is_multiple_of(2) { _mm256_unpacklo_epi8(a, b) } else { _mm256_unpackhi_epi8(a, b) }
            };
            (upper, lower) = (std::array::from_fn(zipped), std::array::from_fn(|i| zipped(i + C)));
        }
        let at = |i: usize| if i < C { upper[i] } else { lower[i - C] };
        // SAFETY: two registers are 64 plain bytes.
        std::array::from_fn(|i| unsafe { std::mem::transmute::<[__m256i; 2], [u8; 64]>([at(2 * i), at(2 * i + 1)]) })
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn join(columns: &[[u8; 64]; 3], words: &mut [u32; 64]) {
        // SAFETY: two registers are 64 plain bytes.
        let [high, middle, low] = columns.map(|c| unsafe { std::mem::transmute::<[u8; 64], [__m256i; 2]>(c) });
        let zero = _mm256_setzero_si256();
        let (fours, _) = words.as_chunks_mut::<4>();
        for i in 0..2 {
            let lows = [_mm256_unpacklo_epi8(low[i], middle[i]), _mm256_unpackhi_epi8(low[i], middle[i])];
            let highs = [_mm256_unpacklo_epi8(high[i], zero), _mm256_unpackhi_epi8(high[i], zero)];
            for j in 0..2 {
                let joined = [_mm256_unpacklo_epi16(lows[j], highs[j]), _mm256_unpackhi_epi16(lows[j], highs[j])];
                for (k, joined) in joined.into_iter().enumerate() {
                    // A lane is four rows of sixteen.
                    let four = 8 * i + 2 * j + k;
                    store(_mm256_castsi256_si128(joined), &mut fours[four]);
                    store(_mm256_extracti128_si256::<1>(joined), &mut fours[four + 4]);
                }
            }
        }
    }

    /// Sixteen places at a time, without those that hold nothing but zeros.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn look_up(table: &[u8; 256], places: &[u8; 64]) -> [u8; 64] {
        // SAFETY: two registers are 64 plain bytes.
        let places = unsafe { std::mem::transmute::<[u8; 64], [__m256i; 2]>(*places) };
        let nibbles = _mm256_set1_epi8(15);
        let low = places.map(|places| _mm256_and_si256(places, nibbles));
        let high = places.map(|places| _mm256_and_si256(_mm256_srli_epi16::<4>(places), nibbles));
        let mut found = [_mm256_setzero_si256(); 2];
        for (i, sixteen) in table.as_chunks::<16>().0.iter().enumerate() {
            if *sixteen != [0; 16] {
                let sixteen = _mm256_broadcastsi128_si256(piece(sixteen));
                let here = _mm256_set1_epi8(i as i8);
                for j in 0..2 {
                    let held = _mm256_and_si256(_mm256_shuffle_epi8(sixteen, low[j]), _mm256_cmpeq_epi8(high[j], here));
                    found[j] = _mm256_or_si256(found[j], held);
                }
            }
        }
        // SAFETY: two registers are 64 plain bytes.
        unsafe { std::mem::transmute::<[__m256i; 2], [u8; 64]>(found) }
    }

    #[inline(always)]
    fn piece(bytes: &[u8; 16]) -> __m128i {
        // SAFETY: 16 bytes are there, and the load asks no alignment.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(lane: __m128i, words: &mut [u32; 4]) {
        // SAFETY: 16 bytes are there, and the store asks no alignment.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), lane) }
    }
}
