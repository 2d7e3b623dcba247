//! Telling players outside the page that it is their turn: mail and webhooks, from an outbox in the store.
