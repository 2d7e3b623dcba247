//! How many of something each address may have at a time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// How many of something each address may have at a time. A clone counts the same.
#[derive(Clone)]
pub struct Places {
    most: usize,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// One of them; it is given back with this value.
pub struct Place {
    address: IpAddr,
    places: Places,
}

impl Places {
    /// So many for each.
    pub fn new(most: usize) -> Places {
        Places { most, taken: Arc::default() }
    }

    /// One more for an address, unless it has them all.
    pub fn take(&self, address: IpAddr) -> Option<Place> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Place { address, places: self.clone() })
    }

    /// How many are taken, by whomever.
    pub fn taken(&self) -> usize {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_and_gives_them_back() {
        let places = Places::new(2);
        let [one, other] = [IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2])];
        let (first, second) = (places.take(one).unwrap(), places.take(one).unwrap());
        assert!(places.take(one).is_none() && places.take(other).is_some());
        assert_eq!(places.taken(), 2);
        drop(first);
        assert!(places.take(one).is_some());
        drop(second);
        assert_eq!(places.taken(), 0);
    }
}
