#!/usr/bin/env python3
"""Builds the test programs and runs them, what takes long first, on all cores.

`cargo test` runs one program after the other and leaves cores idle while the last test of each is still busy, and a
process for every test would read the data of the games two thousand times. So what takes long gets a process of its own,
and everything else goes program by program; what works longest begins first, so that nothing long is left for the end.
Commands that test something else, and wait for it more than they work, run beside all this.
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
#: What has ended has been heard to its end after so many seconds, whoever else could still say something in its name.
LEFT_BEHIND = 20
#: How many of the slowest are named at the end.
NAMED = 15


class Program:
    """A test program that cargo has built."""

    def __init__(self, artifact):
        self.file = artifact["executable"]
        self.folder = Path(artifact["manifest_path"]).parent
        self.package = self.folder.name
        self.kind = "" if "test" in artifact["target"]["kind"] else " (inside)"

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
        ear = threading.Thread(target=self.hear, args=(process.stdout, begun), daemon=True)
        ear.start()
        # Unlike Popen.wait, this tells how long it worked, with those it had started.
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        watch.cancel()
        # Whom it has left behind may hold the line open for ever.
        ear.join(LEFT_BEHIND)
        self.seconds, self.work = time.monotonic() - begun, used.ru_utime + used.ru_stime
        self.passed = process.returncode == 0 and self.is_done()
        return self

    def hear(self, said, begun):
        """Listens to the end of what it says."""
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


def targets(packages):
    """How cargo is told what to build for some packages, or for all where none is named: always in the whole workspace, as what
    we depend on is built with other features for a part of it."""
    if not packages:
        return ["--tests"]
    told = subprocess.run(["cargo", "metadata", "--locked", "--no-deps", "--format-version", "1"], check=True, stdout=subprocess.PIPE)
    found = {one["name"]: one["targets"] for one in json.loads(told.stdout)["packages"]}
    if unknown := set(packages) - found.keys():
        sys.exit(f"tests: there is no package called {', '.join(sorted(unknown))}")
    tested = [target for package in packages for target in found[package] if target["test"]]
    # Tests inside a crate have no name by which they could be chosen.
    if any("test" not in target["kind"] for target in tested):
        return ["--tests"]
    return [word for target in tested for word in ("--test", target["name"])] or ["--tests"]


def build(packages):
    """Has cargo build the test programs. A warning is an error: the lints come with it where clippy is the compiler."""
    # Not --all-targets nor --lib: they would build crates once more that have no tests inside (test = false).
    command = ["cargo", "test", "--locked", "--no-run", "--message-format=json", "--workspace", *targets(packages)]
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
    programs = [Program(one) for one in artifacts
                if one["reason"] == "compiler-artifact" and one["profile"]["test"] and one["executable"]]
    return [program for program in programs if not packages or program.package in packages]


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


def cores():
    """For how long all cores have worked, and for how long they could have, since the machine was started; nothing where there is no telling."""
    try:
        told = [int(ticks) for ticks in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    except OSError:
        return None
    waited = told[3] + told[4]
    return sum(told) - waited, sum(told)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", action="store_true", help="build, and run nothing")
    parser.add_argument("--quick", action="store_true", help="leave out what takes long")
    parser.add_argument("--only", action="append", metavar="FILE", help="only the tests of this file")
    parser.add_argument("--package", action="append", default=[], metavar="NAME", help="only the tests of this package")
    parser.add_argument("--exclude", action="append", default=[], metavar="NAME", help="not those of this one")
    parser.add_argument("--beside", action="append", default=[], metavar="COMMAND", help="run this beside the tests")
    wanted = parser.parse_args()
    programs = [program for program in build(wanted.package) if program.package not in wanted.exclude]
    if wanted.build:
        return
    beside = [Beside(command) for command in wanted.beside]
    jobs = beside + plan(programs, wanted.quick, wanted.only)
    # Many wait for servers rather than work, so there are two more than there are cores; and what runs beside them mostly waits.
    begun, before, failed = time.monotonic(), cores(), []
    with ThreadPoolExecutor((os.cpu_count() or 1) + 2 + len(beside)) as pool:
        for done in as_completed([pool.submit(job.run) for job in jobs]):
            job = done.result()
            print(f"{job.seconds:7.1f} s, {job.work:6.1f} of work  {job}{'' if job.passed else '  FAILED'}", flush=True)
            print("".join(line for line in job.output if job.passed and "was not tested" in line), end="", flush=True)
            if not job.passed:
                failed.append(job)
                print("".join(job.output), flush=True)
    times = sorted((time for job in jobs for time in job.times), reverse=True)
    ran, work = sum(job.tests for job in jobs), sum(job.work for job in jobs)
    print(f"\n{ran} tests in {time.monotonic() - begun:.0f} s, with {work:.0f} s of work that was told of.")
    if before and (after := cores()):
        print(f"The cores were busy for {100 * (after[0] - before[0]) / max(after[1] - before[1], 1):.0f} % of that.")
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
