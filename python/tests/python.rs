//! Runs the tests in Python with the module as cargo has built it, in a virtual environment that lies beside it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the tests need beside Python.
const PACKAGES: [&str; 4] = ["numpy", "gymnasium", "pettingzoo", "pytest"];

/// The folder of this crate.
fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What a command says, if it ends well.
fn said(command: &mut Command) -> Result<Output, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(output),
        false => Err(format!("{command:?}:\n{}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// The folder in which cargo builds: this program lies two below it.
fn built() -> PathBuf {
    let program = std::env::current_exe().expect("this program knows where it is");
    program.parent().expect("a folder").to_path_buf()
}

/// A Python with all that the tests need, made once and kept.
fn python() -> Result<PathBuf, String> {
    let folder = built().join("../../python-tests");
    let python = folder.join("bin/python");
    let wanted = PACKAGES.map(|name| format!("import {name}")).join("; ");
    if said(Command::new(&python).args(["-c", &wanted])).is_err() {
        said(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        said(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(PACKAGES))?;
    }
    Ok(python)
}

/// The package as `pip` would install it: the sources and the module.
fn package() -> PathBuf {
    let folder = built().join("../python-package");
    let package = folder.join("grognard");
    std::fs::create_dir_all(&package).expect("a folder");
    for entry in std::fs::read_dir(here().join("lib/grognard")).expect("the sources") {
        let file = entry.expect("an entry").path();
        if file.is_file() {
            std::fs::copy(&file, package.join(file.file_name().expect("a name"))).expect("it is copied");
        }
    }
    let module = built().join(format!("{}_grognard{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX));
    let ending = if cfg!(windows) { "pyd" } else { "abi3.so" };
    std::fs::copy(module, package.join(format!("_grognard.{ending}")))
        .expect("the module is built beside this program");
    folder
}

#[test]
fn the_tests_in_python_pass() {
    let python = match python() {
        Ok(python) => python,
        Err(missing) => {
            // Not by a macro, whose words are kept back when a test passes.
            let word =
                format!("The module for Python was not tested: no Python with {} can be had.", PACKAGES.join(", "));
            writeln!(std::io::stderr(), "{word}\n{missing}").expect("somebody listens");
            return;
        }
    };
    let mut tests = Command::new(python);
    tests.args(["-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    tests.env("PYTHONPATH", package()).env("OMP_NUM_THREADS", "1").current_dir(here());
    let output = tests.output().expect("Python runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}\n{}", String::from_utf8_lossy(&output.stderr));
}
