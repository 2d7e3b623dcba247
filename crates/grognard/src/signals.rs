//! Being told to end.

use crate::failure::Failure;
use ai::Stop;

/// Returns on Ctrl-C, and on Unix when the process is asked to end.
pub async fn told_to_end() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        _ = terminated => {}
    }
}

/// A flag that is set on Ctrl-C, and on Unix when the process is asked to end. When it is told so again, it ends at
/// once.
pub fn stop_flag() -> Result<Stop, Failure> {
    let stop = Stop::default();
    let flag = stop.clone();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::spawn(move || {
        runtime.block_on(async {
            told_to_end().await;
            flag.stop();
            told_to_end().await;
            std::process::exit(130);
        })
    });
    Ok(stop)
}
