//! Codes that are mailed: to confirm an address, and to set a new password.

use crate::secret::{self, NoRandomness};
use crate::store::{MailCode, Millis, User, now};

/// How long a code is good.
const LIFE: Millis = 60 * 60 * 1000;
/// How often a code may be tried.
const TRIES: i64 = 5;

/// A new code of six digits for an address of a user, and what is kept of it.
pub fn new_code(user: &User, email: &str) -> Result<(String, MailCode), NoRandomness> {
    let [a, b, c, d, ..] = secret::bytes()?;
    let code = format!("{:06}", u32::from_be_bytes([a, b, c, d]) % 1_000_000);
    let (hash, expires) = (hash(user, &code), now() + LIFE);
    Ok((code, MailCode { user: user.id.clone(), email: email.to_string(), hash, expires, tries: 0 }))
}

/// Whether a code may still be tried.
pub fn is_good(kept: &MailCode) -> bool {
    kept.tries <= TRIES && kept.expires > now()
}

/// Whether this is the code, however it is spaced.
pub fn is_right(kept: &MailCode, user: &User, told: &str) -> bool {
    let told: String = told.chars().filter(|letter| !letter.is_whitespace()).collect();
    kept.hash == hash(user, &told)
}

/// What is kept of a code: other users' codes have other hashes.
fn hash(user: &User, code: &str) -> String {
    secret::hash(&format!("{} {code}", user.id))
}
