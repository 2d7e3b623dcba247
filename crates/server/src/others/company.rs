//! The company a server is in: that of others on the same PostgreSQL, or none.

use super::Others;
pub use super::passing::Sign;
use super::passing::{Passing, pass_on};
use super::register::Register;
use crate::config::Config;
use crate::matches::Rooms;
use crate::store::StoreError;
use axum::Router;
use axum::middleware::from_fn_with_state;
use std::sync::Arc;

/// The other servers, if there can be any.
#[derive(Clone)]
pub struct Company(Option<Arc<Register>>);

impl Company {
    /// Joins the others, if this server was told of them.
    pub async fn join(config: &Config) -> Result<Company, StoreError> {
        Ok(Company(match &config.reach {
            Some(reach) => Some(Register::join(&config.database, reach.clone()).await?),
            None => None,
        }))
    }

    /// The others, as far as matches have to do with them.
    pub fn others(&self) -> Option<Arc<dyn Others>> {
        self.0.clone().map(|register| register as Arc<dyn Others>)
    }

    /// By what a request is known that one of them passes on.
    pub fn sign(&self) -> Option<Sign> {
        self.0.as_deref().map(Sign::new)
    }

    /// What is routed here, or passed on where another server has it.
    pub fn stand_before<S: Clone + Send + Sync + 'static>(&self, routes: Router<S>, rooms: Arc<Rooms>) -> Router<S> {
        match &self.0 {
            Some(register) => {
                routes.layer(from_fn_with_state(Arc::new(Passing::new(register.clone(), rooms)), pass_on))
            }
            None => routes,
        }
    }
}
