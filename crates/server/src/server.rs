//! A server from its start to its end.

use crate::app::App;
use crate::config::Config;
use crate::doors::Doors;
use crate::notices::PostError;
use crate::store::StoreError;
use catalogue::LoadError;
use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long requests that are being answered may take when the server is told to end.
const FAREWELL: Duration = Duration::from_secs(10);

/// How often we look whether the last socket is closed.
const GLANCE: Duration = Duration::from_millis(20);

/// Why a server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Somebody else listens there.
    #[error("another program listens on {0} already (perhaps a Grognard that is still running)")]
    Taken(SocketAddr),
    /// It cannot listen there.
    #[error("cannot listen on {0}: {1}")]
    Address(SocketAddr, std::io::Error),
    /// A game cannot be loaded.
    #[error(transparent)]
    Games(#[from] LoadError),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Mail cannot be sent.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The network fails.
    #[error("the network: {0}")]
    Network(#[from] std::io::Error),
}

/// A server that listens, but answers only once it is run.
pub struct Server {
    doors: Doors,
    address: SocketAddr,
    app: App,
}

impl Server {
    /// Takes the address, loads the games and opens the database.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let wanted = config.address;
        let listener = TcpListener::bind(wanted).await.map_err(|error| match error.kind() {
            std::io::ErrorKind::AddrInUse => ServeError::Taken(wanted),
            _ => ServeError::Address(wanted, error),
        })?;
        let address = listener.local_addr()?;
        // Links in notices lead to where it listens, which may have been left open, and so do the other servers.
        let reach = config.reach.as_deref().map(|reach| reached(reach, address));
        // What is made over in a workshop lies in a folder of one machine, and the other servers do not have it.
        let workshop = config.workshop.clone().filter(|_| reach.is_none());
        let config = Config { address, reach, workshop, ..config };
        let app = App::open(&config).await?;
        Ok(Server { doors: Doors::new(listener, &config), address, app })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What its requests work with.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Answers until it is told to end; what has begun by then is finished.
    pub async fn run(self, until: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let Server { doors, app, address } = self;
        let background = app.start().await?;
        let (router, closing) = (app.router(), app.closing().clone());
        tokio::spawn(async move {
            until.await;
            closing.close();
        });
        tracing::info!(%address, "serving");
        let serving = async {
            doors.serve(app.closing(), router).await;
            // Sockets are no requests any more, but want to say farewell too.
            while app.rooms.open_sockets() > 0 {
                tokio::time::sleep(GLANCE).await;
            }
        };
        let late = async {
            app.closing().closed().await;
            tokio::time::sleep(FAREWELL).await;
        };
        tokio::select! {
            () = serving => {}
            () = late => {}
        }
        background.abort();
        app.leave().await;
        tracing::info!("ended");
        Ok(())
    }
}

/// Where the others reach a server that listens at `address`: port 0 is the one where it does.
fn reached(reach: &str, address: SocketAddr) -> String {
    match reach.strip_suffix(":0") {
        Some(host) => format!("{host}:{}", address.port()),
        None => reach.to_string(),
    }
}

/// Serves until it is told to end.
pub async fn serve(config: Config, until: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
    Server::bind(config).await?.run(until).await
}
