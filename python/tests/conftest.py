"""What the tests share."""

import signal

import pytest

import grognard

# Who is started in the background may have been told to mind no Ctrl-C; the tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def rock():
    return grognard.load("rock-of-the-marne")


@pytest.fixture(scope="session")
def fight():
    return grognard.load("hex-fight")


@pytest.fixture(scope="session")
def blood():
    return grognard.load("first-blood")
