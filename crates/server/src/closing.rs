//! That the server is ending: what waits or stays open must end then.

use std::sync::Arc;
use tokio::sync::watch;

/// Whether the server is ending. A clone tells the same.
#[derive(Clone)]
pub struct Closing(Arc<watch::Sender<bool>>);

impl Default for Closing {
    fn default() -> Closing {
        Closing(Arc::new(watch::channel(false).0))
    }
}

impl Closing {
    /// Tells everything that waits or stays open to end.
    pub fn close(&self) {
        self.0.send_replace(true);
    }

    /// Whether it has been told.
    pub fn is_closed(&self) -> bool {
        *self.0.borrow()
    }

    /// Returns when the server is ending.
    pub async fn closed(&self) {
        // The sender lives as long as we do, so this cannot fail.
        let _ = self.0.subscribe().wait_for(|&closing| closing).await;
    }
}
