//! Numbers as people read them.

use crate::stats::Interval;

/// A whole number with commas between the thousands.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many of something, in the singular where it is one.
pub fn many(number: u64, one: &str, more: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { more })
}

/// A number with as many decimals as its size is worth, and a true minus.
pub fn number(value: f64) -> String {
    let size = value.abs();
    let text = if size >= 1000.0 {
        count(size.round() as u64)
    } else if size >= 100.0 || (size - size.round()).abs() < 1e-9 {
        format!("{size:.0}")
    } else if size >= 10.0 {
        format!("{size:.1}")
    } else {
        format!("{size:.2}")
    };
    if value < 0.0 && !is_nothing(&text) { format!("−{text}") } else { text }
}

fn is_nothing(text: &str) -> bool {
    text.chars().all(|digit| digit == '0' || digit == '.')
}

/// A mean: with decimals even if it happens to be whole.
pub fn mean(value: f64) -> String {
    let text = number(value);
    match value.abs() {
        size if size >= 100.0 || text.contains('.') => text,
        size if size >= 10.0 => format!("{text}.0"),
        _ => format!("{text}.00"),
    }
}

/// A number with a plus where it is one.
pub fn signed(value: f64) -> String {
    let text = number(value);
    if value > 0.0 && !is_nothing(&text) { format!("+{text}") } else { text }
}

/// A share in per cent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// An interval in per cent.
pub fn percents(interval: Interval) -> String {
    format!("{:.1} to {:.1} %", interval.low * 100.0, interval.high * 100.0)
}

/// An interval of numbers.
pub fn numbers(interval: Interval) -> String {
    format!("{} to {}", mean(interval.low), mean(interval.high))
}

/// An interval of differences.
pub fn signed_numbers(interval: Interval) -> String {
    format!("{} to {}", signed(interval.low), signed(interval.high))
}

/// A p value.
pub fn p_value(p: f64) -> String {
    if p < 0.001 { "p < 0.001".into() } else { format!("p = {p:.3}") }
}

/// A time.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 120.0 => format!("{} s", number(s)),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s => format!("{} h", number(s / 3600.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        let found = [0.0, -0.001, 3.0, 2.345, -12.34, 99.96, 456.7, 12_345.6].map(number);
        assert_eq!(found, ["0", "0.00", "3", "2.35", "−12.3", "100.0", "457", "12,346"]);
        assert_eq!([0.0, 2.5, -2.5].map(signed), ["0", "+2.50", "−2.50"]);
        assert_eq!([1, 999, 1000, 1_234_567].map(count), ["1", "999", "1,000", "1,234,567"]);
        assert_eq!([8.0, -8.0, 12.0, 12.5, 120.0].map(mean), ["8.00", "−8.00", "12.0", "12.5", "120"]);
        assert_eq!((many(1, "game", "games"), many(0, "game", "games")), ("1 game".into(), "0 games".into()));
    }

    #[test]
    fn times_and_chances_read_well() {
        assert_eq!(
            [0.00012, 0.25, 12.5, 600.0, 9000.0].map(duration),
            ["120 µs", "250 ms", "12.5 s", "10 min", "2.50 h"]
        );
        assert_eq!([0.0001, 0.0213].map(p_value), ["p < 0.001", "p = 0.021"]);
        assert_eq!(percents(Interval { low: 0.05, high: 0.5 }), "5.0 to 50.0 %");
    }
}
