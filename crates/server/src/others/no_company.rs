//! Without PostgreSQL a server is alone.

use super::Others;
use crate::config::Config;
use crate::matches::Rooms;
use crate::store::StoreError;
use crate::web::client::Client;
use axum::Router;
use axum::http::HeaderMap;
use std::sync::Arc;

/// Nobody.
#[derive(Clone)]
pub struct Company;

/// By what nobody is known.
pub enum Sign {}

impl Sign {
    /// Nobody passes anything on.
    pub fn read(&self, _headers: &mut HeaderMap) -> Option<Client> {
        match *self {}
    }
}

impl Company {
    /// There is nobody to join.
    pub async fn join(_config: &Config) -> Result<Company, StoreError> {
        Ok(Company)
    }

    /// There are none.
    pub fn others(&self) -> Option<Arc<dyn Others>> {
        None
    }

    /// There is none.
    pub fn sign(&self) -> Option<Sign> {
        None
    }

    /// Everything is here.
    pub fn stand_before<S: Clone + Send + Sync + 'static>(&self, routes: Router<S>, _rooms: Arc<Rooms>) -> Router<S> {
        routes
    }
}
