"""Passwords as stored: Argon2id, a bounded number at a time."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import argon2
import pytest

from services.contracts.lobby.accounts.accounts import BUSY_DETAIL
from services.kernel.refusal import Refusal
from services.lobby.access.password_hashing import HashingWorkers
from services.lobby.ports import Verdict
from services.lobby.settings import LobbySettings

QUICK = LobbySettings(password_memory_kib=64, password_rounds=1, password_workers=2, password_waiting_max=1)


def here(function, *args):
    return function(*args)


@pytest.fixture
def workers():
    return HashingWorkers(QUICK, here)


def test_the_default_is_what_the_recommendation_for_argon2id_asks_for():
    hasher = HashingWorkers(LobbySettings(), here)._hasher
    assert (hasher.type, hasher.memory_cost, hasher.time_cost) == (argon2.Type.ID, 64 * 1024, 3)


def test_a_password_is_known_again_and_no_other(workers):
    stored = workers.hash("correct horse")
    assert stored.startswith("$argon2id$")
    assert "correct" not in stored
    assert workers.check("correct horse", stored) == Verdict(True)
    assert workers.check("correct horse ", stored) == Verdict(False)
    assert workers.hash("correct horse") != stored, "salted"


def test_an_unknown_name_costs_as_much_hashing_and_is_refused(workers, monkeypatch):
    verified = []
    verify = argon2.PasswordHasher.verify

    def spy(self, stored, password):
        verified.append(argon2.extract_parameters(stored))
        return verify(self, stored, password)

    monkeypatch.setattr(argon2.PasswordHasher, "verify", spy)
    assert workers.check("the password of nobody", None) == Verdict(False)
    workers.check("wrong", workers.hash("right"))
    assert verified[0] == verified[1]


def test_a_hash_made_with_other_parameters_is_made_anew(workers):
    old = argon2.PasswordHasher(time_cost=2, memory_cost=64, parallelism=1).hash("correct horse")
    verdict = workers.check("correct horse", old)
    assert verdict.is_right
    assert workers.check("correct horse", verdict.fresh_hash) == Verdict(True)
    assert workers.check("wrong", old) == Verdict(False)


@pytest.mark.parametrize("broken", ["", "nonsense", "$argon2id$v=19$m=64,t=1,p=1$x$y"])
def test_a_broken_hash_accepts_no_password(workers, broken):
    assert workers.check("correct horse", broken).is_right is False


def test_no_more_wait_than_there_is_room_for():
    inside = []

    def nested(function, *args):
        """As if other logins came while this one computes."""
        inside.append(None)
        if len(inside) < 2:
            answers.append(workers.check("x", None))
        elif len(inside) == 2:
            workers._inside += 1  # one that waits for a worker
            answers.append(workers.check("x", None))
            workers._inside -= 1
        return function(*args)

    answers: list = []
    workers = HashingWorkers(QUICK, nested)
    assert workers.check("x", None) == Verdict(False)
    assert answers == [Refusal("service_unavailable", BUSY_DETAIL), Verdict(False)]
    assert workers.check("x", None) == Verdict(False), "room is given back"


def test_hashing_threads_stand_back_and_ours_does_not():
    """So that a storm of logins takes what moves leave of the processors."""
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    seen = []

    def run_in_thread(function, *args):
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(function, *args).result()
            seen.append(pool.submit(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id())).result())
        return answer

    assert HashingWorkers(QUICK, run_in_thread).check("x", None) == Verdict(False)
    assert HashingWorkers(QUICK, here).check("x", None) == Verdict(False)
    assert seen == [max(nice, 10)]
    assert os.getpriority(os.PRIO_PROCESS, 0) == nice
