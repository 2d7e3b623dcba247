//! Dice that whoever rolls them has committed himself to before play, and that the players have stirred.

use super::{Seed, parse_hex, write_hex};
use sha2::{Digest, Sha256};

/// The most characters that a salt may have.
pub const LONGEST_SALT: usize = 64;

/// What stands in place of a pledge that its side took back, having lost what it pledged.
pub const WITHDRAWN: &str = "withdrawn";

/// A secret whose hash was published before the first roll, and what the sides added to it. Together they give the
/// seed: nobody could choose it alone.
///
/// Who knows the secret and sees the other's salt could still choose his own by it. So sides pledge their salts first, by
/// their hashes, and open them when all have: that is the second scheme. Where nobody pledged anything it is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commitment {
    digest: [u8; 32],
    secret: [u8; 32],
    /// Sides by id, in the game's order, each with its salt.
    salts: Vec<(String, String)>,
    /// Sides by id, in the game's order, each with the hash of its salt, published before any was opened.
    pledges: Vec<(String, String)>,
}

impl Commitment {
    /// Commits to a secret. Nobody has added anything yet.
    pub fn new(secret: [u8; 32]) -> Commitment {
        Commitment { digest: Sha256::digest(secret).into(), secret, salts: Vec::new(), pledges: Vec::new() }
    }

    /// A commitment as somebody claims it was, which [`verify`](Commitment::verify) has to show.
    pub(crate) fn claimed(digest: [u8; 32], secret: [u8; 32]) -> Commitment {
        Commitment { digest, ..Commitment::new(secret) }
    }

    /// The same with the salts of sides, which must stand in the game's order.
    pub fn with_salts(self, salts: Vec<(String, String)>) -> Result<Commitment, String> {
        salts.iter().try_for_each(|(_, salt)| check_salt(salt))?;
        Ok(Commitment { salts, ..self })
    }

    /// The same with the pledges of sides, which must stand in the game's order.
    pub fn with_pledges(self, pledges: Vec<(String, String)>) -> Result<Commitment, String> {
        pledges.iter().try_for_each(|(_, pledge)| check_pledge(pledge))?;
        Ok(Commitment { pledges, ..self })
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

    /// What the sides pledged to add: ids and hashes, in the game's order.
    pub fn pledges(&self) -> &[(String, String)] {
        &self.pledges
    }

    /// By which scheme the seed is made: 2 where salts were pledged before they were opened, else 1.
    pub fn scheme(&self) -> u8 {
        if self.pledges.is_empty() { 1 } else { 2 }
    }

    /// The sides that have pledged a salt and not opened it.
    pub fn unopened(&self) -> impl Iterator<Item = &str> {
        let pledged = self.pledges.iter().filter(|(_, pledge)| pledge != WITHDRAWN).map(|(side, _)| side.as_str());
        pledged.filter(|side| self.salt(side).is_none())
    }

    fn salt(&self, side: &str) -> Option<&str> {
        self.salts.iter().find(|(salted, _)| salted == side).map(|(_, salt)| salt.as_str())
    }

    /// The seed of the dice: the SHA-256 of a text with the scheme, the secret and the salts, a line each.
    pub fn seed(&self) -> Seed {
        let salts: String = self.salts.iter().map(|(side, salt)| format!("{side}={salt}\n")).collect();
        Seed(Sha256::digest(format!("grognard dice {}\n{}\n{salts}", self.scheme(), self.secret())).into())
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

    /// Whether every salt that was pledged is the one that was opened; before the first action one may still be closed.
    pub fn verify_pledges(&self, has_begun: bool) -> Result<(), String> {
        for (side, pledge) in &self.pledges {
            match self.salt(side) {
                Some(salt) if pledge_of(salt) != *pledge => {
                    return Err(format!("the salt of {side} is not the one that it pledged"));
                }
                None if has_begun && pledge != WITHDRAWN => {
                    return Err(format!("{side} pledged a salt, and the game began before it was opened"));
                }
                _ => {}
            }
        }
        Ok(())
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

/// What a side publishes of its salt before any is opened: its SHA-256, in hexadecimal digits.
pub fn pledge_of(salt: &str) -> String {
    write_hex(&Sha256::digest(salt).into())
}

/// Whether a text can be a pledge.
pub fn check_pledge(text: &str) -> Result<(), String> {
    if text == WITHDRAWN || parse_hex(text).is_some_and(|bytes| write_hex(&bytes) == text) {
        return Ok(());
    }
    Err(format!("a pledge has 64 hexadecimal digits in lower case, not {text:?}"))
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

    fn pledged(pledges: &[(&str, &str)], salts: &[(&str, &str)]) -> Commitment {
        let pledges = pledges.iter().map(|(side, pledge)| (side.to_string(), pledge.to_string())).collect();
        salted(salts).with_pledges(pledges).unwrap()
    }

    #[test]
    fn pledges_make_another_scheme_and_are_pinned_for_ever() {
        // sha256sum over "abc", and over the text that docs/data-format.md gives.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(pledge_of("abc"), abc);
        let dice = pledged(&[("german", abc)], &[("german", "abc"), ("us", "d=f")]);
        assert_eq!((dice.scheme(), salted(&[("us", "d=f")]).scheme()), (2, 1));
        assert_eq!(dice.seed().to_string(), "89d45f20d1d66775bf5f77019597919aea7e6dd73ae1254821e4bf0f57586a50");
    }

    #[test]
    fn a_salt_that_was_not_pledged_so_is_found_out() {
        let abc = pledge_of("abc");
        let both = [("german", &*abc), ("us", WITHDRAWN)];
        assert_eq!(pledged(&both, &[("german", "abc")]).verify_pledges(true), Ok(()));
        let error = pledged(&both, &[("german", "abd")]).verify_pledges(true).unwrap_err();
        assert_eq!(error, "the salt of german is not the one that it pledged");
        let error = pledged(&both, &[("german", "abc"), ("us", "x")]).verify_pledges(true).unwrap_err();
        assert_eq!(
            error, "the salt of us is not the one that it pledged",
            "nobody withdraws and adds something all the same"
        );
        let closed = pledged(&both, &[]);
        assert_eq!((closed.unopened().collect::<Vec<_>>(), closed.verify_pledges(false)), (vec!["german"], Ok(())));
        assert!(closed.verify_pledges(true).unwrap_err().starts_with("german pledged a salt, and the game began"));
        for wrong in ["", "abc", &abc.to_uppercase(), &abc[1..]] {
            assert!(check_pledge(wrong).is_err(), "{wrong}");
        }
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
