#!/usr/bin/env python3
"""Builds the test programs and runs them, what takes long first, on all cores.

`cargo test` runs one program after the other and leaves cores idle while the last test of each is still busy, and a
process for every test would read the data of the games two thousand times. So what takes long gets a process of its own,
and everything else goes program by program; what works longest begins first, so that nothing long is left for the end.
Commands that test something else, and wait for it more than they work, run beside all this. Other arguments are those
that choose packages for cargo.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

#: The files of tests that take long, and for how many seconds about one of their tests works, or waits where it mostly does:
#: whole games, servers that are killed, many machines. Each of their tests has a process of its own.
LONG = {"ai/blind": 7, "ai/levels": 4, "clash-of-giants/players": 5, "first-blood/players": 2, "march-into-battle/players": 2,
        "miracle-on-the-marne/players": 1, "rock-of-the-marne/players": 2, "clash-of-giants/laws": 1, "first-blood/laws": 2,
        "march-into-battle/laws": 1, "miracle-on-the-marne/laws": 4, "rock-of-the-marne/laws": 3, "server/distrust": 13,
        "server/fog": 5, "server/restart": 6, "analysis/promises": 3, "grognard/machines": 5, "grognard/sim": 3,
        "grognard/python_bot": 1, "python/python": 25, "cluster/losses": 4, "cluster/runs": 4}
#: Files that have a process of their own for all their tests, as many seconds at a time.
TOGETHER = {"server/protocol": 13, "server/web": 12, "server/accounts": 6, "server/history": 4, "server/proxy": 4, "server/computer": 3,
            "grognard/play": 10, "catalogue/change": 6, "catalogue/presses": 3, "render/pictures": 4, "sim/runs": 2}
#: So long about works one of the other tests, of which each program has a process.
SHORT = 0.05
#: What hangs is ended after so many seconds, so that it is named.
PATIENCE = 1800
#: Whoever is left when a process has ended, and goes on speaking for it, is not waited for any longer than so many seconds.
LINGER = 20
#: How many of the slowest are named at the end.
NAMED = 15


class Program:
    """A test program that cargo has built."""

    def __init__(self, artifact):
        self.file = artifact["executable"]
        self.folder = Path(artifact["manifest_path"]).parent
        self.package = self.folder.name
        self.kind = "" if artifact["target"]["name"] == "tests" else " (inside)"

    def __str__(self):
        return self.package + self.kind

    def tests(self):
        """The names of its tests."""
        listed = subprocess.run([self.file, "--list", "--format=terse"], cwd=self.folder, check=True, text=True,
                                stdout=subprocess.PIPE)
        return [line.removesuffix(": test") for line in listed.stdout.splitlines() if line.endswith(": test")]


class Job:
    """What goes into one process; how long it took by the clock, and how long it worked."""

    def __init__(self, title, command, folder, tests):
        self.title, self.command, self.folder, self.tests = title, command, folder, tests
        self.times = []
        self.output = []
        self.passed = False
        self.seconds = self.work = 0.0

    def __str__(self):
        return self.title

    @property
    def failures(self):
        told = sum(line.rstrip().endswith("... FAILED") for line in self.output)
        return 0 if self.passed else max(told, 1)

    def run(self):
        """Runs it to its end, or to the end of our patience."""
        begun = time.monotonic()
        process = subprocess.Popen(self.command, cwd=self.folder, text=True, errors="replace", stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        watch = threading.Timer(PATIENCE, process.kill)
        watch.start()
        reader = threading.Thread(target=self.listen, args=[process.stdout, begun], daemon=True)
        reader.start()
        # Unlike Popen.wait, this tells how long it worked, with those it had started.
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        watch.cancel()
        self.seconds, self.work = time.monotonic() - begun, used.ru_utime + used.ru_stime
        # Whom it has started and left behind may hold its output open for ever.
        reader.join(LINGER)
        if reader.is_alive():
            self.output.append("\nSomebody whom it has started did not end with it.\n")
        self.passed = process.returncode == 0 and self.is_done() and not reader.is_alive()
        return self

    def listen(self, said, begun):
        """Hears what it says."""
        for line in said:
            self.output.append(line)
            self.heard(line, time.monotonic() - begun)

    def heard(self, line, seconds):
        """What it said, so long after its beginning."""

    def is_done(self):
        """Whether it has done all that it should."""
        return True


class Beside(Job):
    """A command that tests something else; it says itself how many tests there were."""

    def __init__(self, command):
        super().__init__(command, ["bash", "-c", command], None, tests=0)

    def heard(self, line, seconds):
        if found := re.match(r"\s*Tests +.*\((\d+)\)$", re.sub(r"\x1b\[[\d;]*m", "", line)):
            self.tests += int(found[1])


class Tests(Job):
    """Some tests of a program, one after the other."""

    def __init__(self, program, names):
        title = f"{program}: {names[0] if len(names) == 1 else f'{len(names)} tests'}"
        command = [program.file, "--test-threads=1", "--color=never", "--exact", *names]
        super().__init__(title, command, program.folder, len(names))
        self.program = program
        self.before = 0.0
        self.done = 0

    def heard(self, line, seconds):
        if found := re.match(r"test (\S+)( - should panic)? \.\.\. ", line):
            self.times.append((seconds - self.before, f"{self.program}: {found[1]}"))
            self.before = seconds
        if found := re.match(r"test result: ok\. (\d+) passed; 0 failed; (\d+) ignored", line):
            self.done = int(found[1]) + int(found[2])

    def is_done(self):
        return self.done == self.tests


def build(packages):
    """Has cargo build the test programs. A warning is an error: the lints come with it where clippy is the compiler."""
    # Not --all-targets: it would look once more at crates that have no tests inside (test = false).
    command = ["cargo", "test", "--locked", "--no-run", "--lib", "--bins", "--tests", "--message-format=json", *packages]
    building = subprocess.Popen(command, text=True, stdout=subprocess.PIPE)
    artifacts, complaints = [], set()
    for line in building.stdout:
        told = json.loads(line)
        if told["reason"] == "compiler-message":
            complaints.add(told["message"]["rendered"])
        artifacts.append(told)
    print("".join(sorted(complaints)), file=sys.stderr)
    if building.wait() != 0 or complaints:
        sys.exit(building.returncode or f"{len(complaints)} warnings, and there may be none")
    return [Program(one) for one in artifacts
            # A macro's program runs only beside the compiler's own libraries, and macros are tested by those who use them.
            if one["reason"] == "compiler-artifact" and one["profile"]["test"] and one["executable"]
            and "proc-macro" not in one["target"]["kind"]]


def plan(programs, quick, only):
    """What goes into which process, the longest first."""
    jobs = []
    for program in programs:
        names = [name for name in program.tests() if not only or name.split("::")[0] in only]
        files = {}
        for name in names:
            file = f"{program.package}/{name.split('::')[0]}"
            files.setdefault(file if not program.kind and file in LONG | TOGETHER else None, []).append(name)
        for file, tests in files.items():
            if file in LONG and not quick:
                jobs += [(LONG[file], Tests(program, [name])) for name in tests]
            elif file in TOGETHER:
                jobs.append((TOGETHER[file], Tests(program, tests)))
            elif file is None:
                jobs.append((SHORT * len(tests), Tests(program, tests)))
    return [job for _, job in sorted(jobs, key=lambda job: -job[0])]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", action="store_true", help="build, and run nothing")
    parser.add_argument("--quick", action="store_true", help="leave out what takes long")
    parser.add_argument("--only", action="append", metavar="FILE", help="only the tests of this file")
    parser.add_argument("--beside", action="append", default=[], metavar="COMMAND", help="run this beside the tests")
    wanted, packages = parser.parse_known_args()
    programs = build(packages)
    if wanted.build:
        return
    beside = [Beside(command) for command in wanted.beside]
    jobs = beside + plan(programs, wanted.quick, wanted.only)
    # Some wait for servers rather than work, so there is one more than there are cores; and what runs beside them mostly waits.
    begun, failed = time.monotonic(), []
    with ThreadPoolExecutor((os.cpu_count() or 1) + 1 + len(beside)) as pool:
        for done in as_completed([pool.submit(job.run) for job in jobs]):
            job = done.result()
            print(f"{job.seconds:7.1f} s, {job.work:6.1f} of work  {job}{'' if job.passed else '  FAILED'}", flush=True)
            print("".join(line for line in job.output if job.passed and "was not tested" in line), end="", flush=True)
            if not job.passed:
                failed.append(job)
                print("".join(job.output), flush=True)
    times = sorted((time for job in jobs for time in job.times), reverse=True)
    ran, work = sum(job.tests for job in jobs), sum(job.work for job in jobs)
    print(f"\n{ran} tests in {time.monotonic() - begun:.0f} s, with {work:.0f} s of work.")
    print("The slowest, as long as they took beside the others:")
    for seconds, name in times[:NAMED]:
        print(f"{seconds:7.1f} s  {name}")
    for job in failed:
        print(f"FAILED: {job}")
    failures = sum(job.failures for job in failed)
    print(f"{ran - failures} passed, {failures} failed")
    sys.exit(1 if failed or not jobs else 0)


if __name__ == "__main__":
    main()
