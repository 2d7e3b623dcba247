//! The doors: connections are let in, as many as there are files for and not all from one address, and shown out when
//! they say nothing, or take nothing of what they are told.

use crate::closing::Closing;
use crate::config::Config;
use crate::places::{Place, Places};
use crate::web::client::neighbourhood;
use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::future::Future as _;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Sleep, sleep};
use tower::ServiceExt as _;

/// Files that connections never take: for the database, mail, webhooks and the log.
const RESERVE: usize = 128;
/// How long we wait when the system has no more files for us.
const BREATH: Duration = Duration::from_millis(100);
/// A proxy keeps its connections for those who come next, and looks after its own clients.
const PROXYS_SILENCE: Duration = Duration::from_secs(120);

/// A connection's place among all and among those of its address, for as long as it or its socket is open.
pub struct Held {
    _among_all: OwnedSemaphorePermit,
    _among_its_own: Place,
}

/// Where connections come in.
pub struct Doors {
    listener: TcpListener,
    all: Arc<Semaphore>,
    places: Places,
    manners: Manners,
}

/// What is expected of a connection.
#[derive(Clone, Copy)]
struct Manners {
    /// How long it may take to send a request's head, and rest between two requests.
    silence: Duration,
    /// How long it may take nothing of what it is told.
    deafness: Duration,
}

impl Doors {
    /// Opens them.
    pub fn new(listener: TcpListener, config: &Config) -> Doors {
        let limits = &config.limits;
        let most = limits.connections.min(places(raise_file_limit()));
        // Behind a proxy all connections are the proxy's.
        let (each, silence) = match config.behind_proxy {
            true => (most, PROXYS_SILENCE),
            false => (limits.connections_per_address, limits.silence),
        };
        let manners = Manners { silence, deafness: limits.deafness };
        Doors { listener, all: Arc::new(Semaphore::new(most)), places: Places::new(each), manners }
    }

    /// Lets connections in until the server is told to end, then waits until all have been answered.
    pub async fn serve(self, closing: &Closing, router: Router) {
        let (staying, mut all_gone) = mpsc::channel::<()>(1);
        loop {
            let next = tokio::select! {
                next = self.next() => next,
                () = closing.closed() => break,
            };
            if let Some((stream, peer, held)) = next {
                let talk = talk(stream, peer, held, router.clone(), self.manners, closing.clone());
                let staying = staying.clone();
                tokio::spawn(async move {
                    talk.await;
                    drop(staying);
                });
            }
        }
        drop((self, staying));
        let _ = all_gone.recv().await;
    }

    /// The next connection that may stay. Whoever has to wait until one of the others is gone waits outside.
    async fn next(&self) -> Option<(TcpStream, SocketAddr, Arc<Held>)> {
        let among_all = self.all.clone().acquire_owned().await.ok()?;
        let (stream, peer) = match self.listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                let is_its_own =
                    [ErrorKind::ConnectionRefused, ErrorKind::ConnectionAborted, ErrorKind::ConnectionReset];
                if !is_its_own.contains(&error.kind()) {
                    tracing::error!(%error, "no connection can be let in");
                    tokio::time::sleep(BREATH).await;
                }
                return None;
            }
        };
        let Some(among_its_own) = self.places.take(neighbourhood(peer.ip().to_canonical())) else {
            metrics::counter!("grognard_connections_refused_total").increment(1);
            return None;
        };
        if let Err(error) = stream.set_nodelay(true) {
            // What happens at a table is told in small messages, which must not wait for each other.
            tracing::debug!(%error, "a connection may be slow");
        }
        Some((stream, peer, Arc::new(Held { _among_all: among_all, _among_its_own: among_its_own })))
    }
}

/// Answers the requests of one connection; when the server is told to end, the one that is being answered is the last.
async fn talk(
    stream: TcpStream,
    peer: SocketAddr,
    held: Arc<Held>,
    router: Router,
    manners: Manners,
    closing: Closing,
) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        // A socket stays when the connection's last request is done.
        request.extensions_mut().insert(held.clone());
        router.clone().oneshot(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(manners.silence);
    let stream = Heeded { stream, deafness: manners.deafness, waiting: None };
    let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    let done = tokio::select! {
        done = &mut connection => done,
        () = closing.closed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = done {
        tracing::debug!(%error, "a connection ended");
    }
}

/// A connection whose other end must take what it is told: where it takes nothing for too long, writing fails.
struct Heeded {
    stream: TcpStream,
    deafness: Duration,
    /// Runs out when it has waited long enough.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Heeded {
    /// What becomes of a try to write.
    fn heeded<T>(&mut self, context: &mut Context<'_>, tried: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if tried.is_ready() {
            self.waiting = None;
            return tried;
        }
        let deafness = self.deafness;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(deafness)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Heeded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Heeded {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.heeded(context, tried)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.heeded(context, tried)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let tried = Pin::new(&mut self.stream).poll_flush(context);
        self.heeded(context, tried)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let tried = Pin::new(&mut self.stream).poll_shutdown(context);
        self.heeded(context, tried)
    }
}

/// How many connections there is room for with so many files: most of them, but some are kept for ourselves.
fn places(files: usize) -> usize {
    files - RESERVE.min(files / 2)
}

/// Asks the system for as many files as it lets us have; how many these are.
#[cfg(unix)]
pub fn raise_file_limit() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let files = if raised.is_ok() { maximum } else { current };
    // Without a limit there is still one to what a semaphore counts.
    files.map_or(usize::MAX, |files| files as usize).min(Semaphore::MAX_PERMITS)
}

/// Elsewhere we take what there is.
#[cfg(not(unix))]
pub fn raise_file_limit() -> usize {
    const FILES: usize = 2048;
    FILES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_files_are_kept_for_ourselves() {
        assert_eq!((places(1024), places(300), places(200), places(1)), (896, 172, 100, 1));
    }

    #[cfg(unix)]
    #[test]
    fn as_many_files_are_taken_as_the_system_gives() {
        use rustix::process::{Resource, getrlimit};
        let files = raise_file_limit();
        let limit = getrlimit(Resource::Nofile);
        assert_eq!(limit.current, limit.maximum);
        assert!(limit.current.is_none_or(|current| files as u64 <= current) && files > 0);
    }
}
