//! The functions behind the tests: the tails of the normal, chi-square and Student distributions.

/// How near a series or continued fraction must come to its limit.
const NEAR: f64 = 1e-14;
/// More steps than any sample of this program needs.
const STEPS: usize = 10_000;
/// Keeps a denominator of a continued fraction away from zero.
const TINY: f64 = 1e-300;

/// How likely a normal variable lies further from zero than `z`, on either side.
pub fn normal_two_sided(z: f64) -> f64 {
    gamma_tail(0.5, z * z / 2.0)
}

/// How likely a chi-square variable with `df` degrees of freedom is at least `x`.
pub fn chi_square_tail(x: f64, df: f64) -> f64 {
    gamma_tail(df / 2.0, x / 2.0)
}

/// How likely a Student variable with `df` degrees of freedom lies further from zero than `t`, on either side.
pub fn student_two_sided(t: f64, df: f64) -> f64 {
    beta_share(df / 2.0, 0.5, df / (df + t * t))
}

/// The two-sided 95 % point of Student's distribution.
pub fn student_95(df: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1e6);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if student_two_sided(middle, df) > 0.05 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// The logarithm of the gamma function of a positive number (Lanczos' approximation, g = 7).
fn ln_gamma(x: f64) -> f64 {
    const PARTS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if x < 0.5 {
        // Euler's reflection.
        return (std::f64::consts::PI / (std::f64::consts::PI * x).sin()).ln() - ln_gamma(1.0 - x);
    }
    let x = x - 1.0;
    let start = 0.999_999_999_999_809_9;
    let sum: f64 = PARTS.iter().enumerate().fold(start, |sum, (at, part)| sum + part / (x + at as f64 + 1.0));
    let t = x + 7.5;
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

/// The regularised upper incomplete gamma function Q(a, x).
fn gamma_tail(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let weight = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        // The series of the lower part converges fast here.
        let (mut term, mut sum, mut at) = (1.0 / a, 1.0 / a, a);
        for _ in 0..STEPS {
            at += 1.0;
            term *= x / at;
            sum += term;
            if term < sum * NEAR {
                break;
            }
        }
        return 1.0 - weight * sum;
    }
    // Lentz's way through the continued fraction of the upper part.
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for step in 1..STEPS {
        let step = step as f64;
        let part = -step * (step - a);
        b += 2.0;
        d = 1.0 / away_from_zero(part * d + b);
        c = away_from_zero(b + part / c);
        fraction *= d * c;
        if (d * c - 1.0).abs() < NEAR {
            break;
        }
    }
    weight * fraction
}

/// The regularised incomplete beta function I_x(a, b).
fn beta_share(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let weight = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp();
    // The fraction converges fast on one side of the mean; the other follows by symmetry.
    if x < (a + 1.0) / (a + b + 2.0) {
        weight * beta_fraction(a, b, x) / a
    } else {
        1.0 - weight * beta_fraction(b, a, 1.0 - x) / b
    }
}

/// The continued fraction of the incomplete beta function, by Lentz's way.
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for step in 1..STEPS {
        let m = step as f64;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for part in [even, odd] {
            d = 1.0 / away_from_zero(1.0 + part * d);
            c = away_from_zero(1.0 + part / c);
            change = d * c;
            fraction *= change;
        }
        if (change - 1.0).abs() < NEAR {
            break;
        }
    }
    fraction
}

fn away_from_zero(number: f64) -> f64 {
    if number.abs() < TINY { TINY } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two-sided 95 % point of the normal distribution.
    const Z95: f64 = 1.959_963_984_540_054;

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found}, expected {expected}");
    }

    #[test]
    fn factorials_are_the_gamma_of_whole_numbers() {
        near(ln_gamma(5.0), 24.0_f64.ln(), 1e-12);
        near(ln_gamma(0.5), std::f64::consts::PI.sqrt().ln(), 1e-12);
        near(ln_gamma(0.25), 3.625_609_908_221_908_f64.ln(), 1e-12);
    }

    #[test]
    fn normal_tails_are_those_of_the_tables() {
        near(normal_two_sided(0.0), 1.0, 1e-15);
        near(normal_two_sided(1.0), 0.317_310_507_862_914, 1e-12);
        near(normal_two_sided(Z95), 0.05, 1e-12);
        near(normal_two_sided(-5.0), 5.733_031_437e-7, 1e-15);
    }

    /// Critical values of the NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, printed to three places.
    #[test]
    fn chi_square_tails_are_those_of_the_tables() {
        for (df, x, tail) in [(1.0, 3.841, 0.05), (5.0, 11.070, 0.05), (9.0, 21.666, 0.01), (100.0, 124.342, 0.05)] {
            near(chi_square_tail(x, df), tail, 5e-5);
        }
        // With two degrees of freedom the tail is exp(-x / 2).
        near(chi_square_tail(3.0, 2.0), (-1.5_f64).exp(), 1e-14);
        near(chi_square_tail(80.0, 2.0), (-40.0_f64).exp(), 1e-25);
    }

    /// Critical values of the NIST/SEMATECH e-Handbook, 1.3.6.7.2.
    #[test]
    fn students_points_are_those_of_the_tables() {
        for (df, point) in [(1.0, 12.706), (5.0, 2.571), (10.0, 2.228), (30.0, 2.042), (100.0, 1.984)] {
            near(student_95(df), point, 6e-4);
        }
        // With one degree of freedom the distribution is Cauchy's: beyond 1 on either side lies one half.
        near(student_two_sided(1.0, 1.0), 0.5, 1e-12);
        near(student_95(1e7), Z95, 1e-5);
    }
}
