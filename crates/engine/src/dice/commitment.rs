//! Dice that whoever rolls them has committed himself to before play, and that the players have stirred.

use super::{Seed, parse_hex, write_hex};
use sha2::{Digest, Sha256};

/// The most characters that a salt may have.
pub const LONGEST_SALT: usize = 64;

/// A secret whose hash was published before the first roll, and what the sides added to it. Together they give the
/// seed: nobody could choose it alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commitment {
    digest: [u8; 32],
    secret: [u8; 32],
    /// Sides by id, in the game's order, each with its salt.
    salts: Vec<(String, String)>,
}

impl Commitment {
    /// Commits to a secret. Nobody has added anything yet.
    pub fn new(secret: [u8; 32]) -> Commitment {
        Commitment { digest: Sha256::digest(secret).into(), secret, salts: Vec::new() }
    }

    /// A commitment as somebody claims it was, which [`verify`](Commitment::verify) has to show.
    pub(crate) fn claimed(digest: [u8; 32], secret: [u8; 32], salts: Vec<(String, String)>) -> Commitment {
        Commitment { digest, secret, salts }
    }

    /// The same with the salts of sides, which must stand in the game's order.
    pub fn with_salts(self, salts: Vec<(String, String)>) -> Result<Commitment, String> {
        salts.iter().try_for_each(|(_, salt)| check_salt(salt))?;
        Ok(Commitment { salts, ..self })
    }

    /// The SHA-256 of the secret, in hexadecimal digits: what is published before play.
    pub fn digest(&self) -> String {
        write_hex(&self.digest)
    }

    /// The secret in hexadecimal digits, to be opened after the end.
    pub fn secret(&self) -> String {
        write_hex(&self.secret)
    }

    /// What the sides added: ids and salts, in the game's order.
    pub fn salts(&self) -> &[(String, String)] {
        &self.salts
    }

    /// The seed of the dice: the SHA-256 of a text with the secret and the salts, a line each.
    pub fn seed(&self) -> Seed {
        let salts: String = self.salts.iter().map(|(side, salt)| format!("{side}={salt}\n")).collect();
        Seed(Sha256::digest(format!("grognard dice 1\n{}\n{salts}", self.secret())).into())
    }

    /// Whether the secret is the one committed to.
    pub fn verify_secret(&self) -> Result<(), String> {
        let honest = Commitment::new(self.secret);
        if honest.digest == self.digest {
            return Ok(());
        }
        let (found, said) = (honest.digest(), self.digest());
        Err(format!("the secret is not the one committed to: its SHA-256 is {found}, not {said}"))
    }

    /// Whether secret and salts give this seed.
    pub fn verify_seed(&self, seed: Seed) -> Result<(), String> {
        let found = self.seed();
        if found == seed {
            return Ok(());
        }
        Err(format!("the seed is not what secret and salts give: they give {found}, not {seed}"))
    }
}

/// Reads 32 bytes in hexadecimal digits.
pub fn parse_bytes(what: &str, text: &str) -> Result<[u8; 32], String> {
    parse_hex(text).ok_or_else(|| format!("a {what} has 64 hexadecimal digits, not \"{text}\""))
}

/// Whether a text can be a salt.
pub fn check_salt(salt: &str) -> Result<(), String> {
    if (1..=LONGEST_SALT).contains(&salt.len()) && salt.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(());
    }
    Err(format!("a salt has 1 to {LONGEST_SALT} printable ASCII characters without spaces, not {salt:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn salted(salts: &[(&str, &str)]) -> Commitment {
        let salts = salts.iter().map(|(side, salt)| (side.to_string(), salt.to_string())).collect();
        Commitment::new([7; 32]).with_salts(salts).unwrap()
    }

    #[test]
    fn commitment_and_seed_are_pinned_for_ever() {
        // Worked out by another program: sha256sum over the 32 bytes, and over the text that docs/data-format.md gives.
        let plain = salted(&[]);
        assert_eq!(plain.digest(), "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0");
        assert_eq!(plain.seed().to_string(), "f23b1555d115e1cd4b584076e88e35cc167dc6542931bb89a3f6cc88ac80916d");
        assert_eq!(
            salted(&[("german", "abc"), ("us", "d=f")]).seed().to_string(),
            "ead50851d1fe3b0d7cd674e2a56122f55e0b714281dfa66d463f2a5fa85ef760"
        );
    }

    #[test]
    fn every_salt_stirs_the_seed() {
        let seeds = [
            salted(&[]).seed(),
            salted(&[("german", "abc")]).seed(),
            salted(&[("us", "abc")]).seed(),
            salted(&[("german", "abc"), ("us", "abc")]).seed(),
            Commitment::new([8; 32]).seed(),
        ];
        for (at, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..at].contains(seed), "{at}");
        }
    }

    #[test]
    fn a_salt_is_one_short_word() {
        let long = "x".repeat(LONGEST_SALT + 1);
        for salt in ["", "a b", "a\n", "né", "\u{7f}", &long] {
            let error = Commitment::new([7; 32]).with_salts(vec![("us".into(), salt.into())]).unwrap_err();
            assert!(error.starts_with("a salt has 1 to 64 printable ASCII characters"), "{error}");
        }
        assert!(check_salt(&long[1..]).is_ok());
        assert!(check_salt("~!=#").is_ok());
    }

    #[test]
    fn another_secret_or_seed_is_found_out() {
        let honest = salted(&[("us", "abc")]);
        assert_eq!((honest.verify_secret(), honest.verify_seed(honest.seed())), (Ok(()), Ok(())));
        let error = honest.verify_seed(Seed::from(1)).unwrap_err();
        assert!(error.starts_with("the seed is not what secret and salts give"), "{error}");
        let other = Commitment { secret: [8; 32], ..honest };
        let error = other.verify_secret().unwrap_err();
        assert!(error.starts_with("the secret is not the one committed to"), "{error}");
    }
}
