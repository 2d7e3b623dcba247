//! Passwords: argon2id, away from the threads that answer requests, few at a time.

use crate::error::Failure;
use crate::work::Workbench;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{Error, PasswordHasher as _, PasswordVerifier as _};

/// How many are worked out at once; each takes 19 MiB and a core for a while.
const AT_ONCE: usize = 4;

/// A hash that no password has, for names that nobody has: the work is the same, so the time tells nothing.
const NOBODYS: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$Z3JvZ25hcmRncm9nbmFyZA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Works out passwords.
pub struct Passwords(Workbench);

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords(Workbench::new(AT_ONCE))
    }
}

impl Passwords {
    /// What is kept of a password.
    pub async fn hash(&self, password: String) -> Result<String, Failure> {
        let hash = move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string());
        self.0.work(move |_| hash()).await?.map_err(Failure::internal)
    }

    /// Whether it is the password; without a hash it is not, after as much work.
    pub async fn is_right(&self, password: String, hash: Option<String>) -> Result<bool, Failure> {
        let exists = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODYS.to_string());
        let verified = self.0.work(move |_| verify(&password, &hash)).await?.map_err(Failure::internal)?;
        Ok(verified && exists)
    }
}

fn verify(password: &str, hash: &str) -> Result<bool, Error> {
    let hash = PasswordHash::new(hash)?;
    match Argon2::default().verify_password(password.as_bytes(), &hash) {
        Ok(()) => Ok(true),
        Err(Error::PasswordInvalid) => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_password_is_right() {
        let passwords = Passwords::default();
        let hash = passwords.hash("correct horse".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "as much work as for nobody: {hash}");
        assert_ne!(hash, passwords.hash("correct horse".into()).await.unwrap(), "the salt differs");
        assert!(passwords.is_right("correct horse".into(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.is_right("correct Horse".into(), Some(hash)).await.unwrap());
        assert!(!passwords.is_right("correct horse".into(), None).await.unwrap());
        assert!(passwords.is_right("x".into(), Some("nonsense".into())).await.is_err());
    }
}
