"""What the tests share."""

import pytest

import grognard


@pytest.fixture(scope="session")
def rock():
    return grognard.load("rock-of-the-marne")


@pytest.fixture(scope="session")
def fight():
    return grognard.load("hex-fight")


@pytest.fixture(scope="session")
def blood():
    return grognard.load("first-blood")
