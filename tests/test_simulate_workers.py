"""Simulations on pools and clusters, through forks, kills and interrupts: always the same counts."""

import concurrent.futures
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ofcpoker as ofc
from hands import refused
from ofcpoker.executors import RayExecutor

PLAYERS = ("greedy", "random")
HERE = Path(__file__).parent
LONG = 600_000


def play(hands: int = 20_000, **more: Any) -> ofc.SimulationResult:
    return ofc.simulate(hands, policies=PLAYERS, seed=7, **more)


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_process_pools(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    context = multiprocessing.get_context(method)
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        found = play(keep=("points",), executor=pool)
        mine = play(keep=("points",))
        assert found == mine
        assert all(np.array_equal(column, mine.columns[name]) for name, column in found.columns.items())
        # Nobody takes all cores in a worker.
        assert pool.submit(_threads_in_worker).result() == 1


def _threads_in_worker() -> int:
    return sys.modules["ofcpoker.simulate"]._threads(None, False)


def test_threads_of_a_pool() -> None:
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert play(executor=pool) == play()


def test_errors_of_policies_come_back_from_workers() -> None:
    with concurrent.futures.ThreadPoolExecutor(2) as pool, pytest.raises(ZeroDivisionError):
        ofc.simulate(100, policies=(lambda view: 1 // 0, "greedy"), executor=pool)


def test_every_thread_has_its_own_error() -> None:
    both = threading.Barrier(2)

    def failing(view: ofc.View) -> ofc.Placement:
        both.wait(10)
        raise ZeroDivisionError

    plan = ofc.simulate(0, policies=(failing, "greedy")).plan
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(plan.core.run, start, start + 1, 1, None) for start in range(2)]
        assert [type(run.exception()) for run in runs] == [ZeroDivisionError] * 2


@pytest.mark.parametrize("kind", [concurrent.futures.ThreadPoolExecutor, concurrent.futures.ProcessPoolExecutor])
def test_a_pool_that_was_shut_down_is_not_replaced(kind: type[concurrent.futures.Executor]) -> None:
    pool = kind()
    pool.shutdown()
    refused(ofc.InvalidRules, "closed_executor", play, executor=pool)


_prepared = ""


def _prepare(word: str) -> None:
    global _prepared
    _prepared = word


def _prepared_policy(view: ofc.View) -> ofc.Placement:
    assert _prepared == "ready"
    if multiprocessing.parent_process() is not None and view.seat == 0 and not os.path.exists(os.environ["OFC_LOST"]):
        Path(os.environ["OFC_LOST"]).touch()
        os._exit(1)
    return view.legal_placements()[0]


def test_a_new_pool_begins_as_the_lost_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OFC_LOST", str(tmp_path / "lost"))
    context = multiprocessing.get_context("spawn")
    args: dict[str, Any] = {"policies": (_prepared_policy, "random"), "seed": 7}
    with (
        concurrent.futures.ProcessPoolExecutor(1, context, _prepare, ("ready",)) as pool,
        pytest.warns(RuntimeWarning, match="lost its workers"),
    ):
        found = ofc.simulate(30, **args, executor=pool)
    _prepare("ready")
    assert found == ofc.simulate(30, **args)


class _Noting(concurrent.futures.ThreadPoolExecutor):
    spans: tuple[tuple[int, int], ...] = ()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> concurrent.futures.Future[Any]:
        self.spans += (args[1],)
        return super().submit(fn, *args, **kwargs)


def test_first_chunks_are_small() -> None:
    with _Noting(1) as pool:
        ofc.simulate(1000, matches=4, policies="random", seed=7, executor=pool)
        ofc.simulate(1000, policies="random", seed=7, executor=pool)
    assert pool.spans[0] == (0, 1) and (0, 256) in pool.spans


def test_a_slow_function_is_not_waited_for() -> None:
    told: list[int] = []

    def slow(view: ofc.View) -> ofc.Placement:
        time.sleep(0.02)
        return view.legal_placements()[0]

    def stop(hands: int, total: int) -> None:
        told.append(hands)
        if len(told) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        ofc.simulate(10_000, policies=(slow, "random"), seed=7, threads=2, progress=stop)
    assert told[-1] <= 32


def _kill_one(pids: list[int], after: float) -> threading.Thread:
    def kill() -> None:
        time.sleep(after)
        os.kill(pids[0], signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_killed_worker_of_a_pool() -> None:
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert play(2000, executor=pool) == play(2000)
        killer = _kill_one(list(pool._processes), 0.3)
        with pytest.warns(RuntimeWarning, match="lost its workers"):
            found = play(200_000, executor=pool)
        killer.join()
    assert found == play(200_000)


class _Flaky(concurrent.futures.Executor):
    """Loses every third chunk."""

    def __init__(self) -> None:
        self.count = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> concurrent.futures.Future[Any]:
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        self.count += 1
        if self.count % 3 == 0:
            future.set_exception(ConnectionError("the worker is gone"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_lost_chunks_are_played_again() -> None:
    assert play(executor=_Flaky()) == play()


class _Dead(concurrent.futures.Executor):
    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> concurrent.futures.Future[Any]:
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        future.set_exception(ConnectionError("the worker is gone"))
        return future


def test_a_dead_cluster_is_no_endless_loop() -> None:
    with pytest.raises(ConnectionError):
        play(executor=_Dead())


@pytest.mark.filterwarnings("ignore")
def test_dask_with_a_killed_worker() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor()
        assert play(5000, executor=executor, keep=("points",)) == play(5000, keep=("points",))
        killer = _kill_one(list(client.run(os.getpid).values()), 0.4)
        found = play(250_000, executor=executor)
        killer.join()
    assert found == play(250_000)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_fork_after_threads() -> None:
    before = play(threads=2)
    child = os.fork()
    if child == 0:
        ok = False
        try:
            ok = play(threads=2) == before
        finally:
            os._exit(0 if ok else 1)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            assert status == 0
            return
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the child hangs")


def _script(mode: str, path: Path) -> subprocess.Popen[str]:
    script = [sys.executable, str(HERE / "workers.py"), mode, str(path)]
    process = subprocess.Popen(script, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    return process


def _wait_for(path: Path) -> None:
    deadline = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_killed_simulation_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "run.ofc"
    with _script("checkpoint", path) as process:
        _wait_for(path)
        time.sleep(1.6)
        process.kill()
    done: list[int] = []
    # As many hands as it takes: the rest is played here.
    found = play(LONG, checkpoint=path, progress=lambda hands, total: done.append(hands))
    assert 0 < done[0] < LONG and not found.partial
    assert found == play(LONG)
    # A file that is complete says so at once, and is nobody else's.
    assert play(LONG, checkpoint=path) == found
    refused(ofc.InvalidRecord, "other_simulation", ofc.simulate, 10, seed=7, checkpoint=path)
    refused(ofc.InvalidRules, "out_of_range", ofc.simulate, 10, policies=PLAYERS, seed=7, checkpoint=path)
    whole = path.read_bytes()
    changed = whole.replace(b'"tally": "', b'"tally": "A')
    for damaged in (b"{}", b"[]", b"", b"\xff", whole[:-9], changed, b"[" * 100_000):
        path.write_bytes(damaged)
        refused(ofc.InvalidRecord, "no_checkpoint", ofc.simulate, 10, policies=PLAYERS, seed=7, checkpoint=path)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_killed_simulation_keeps_its_files(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "run.ofc"
    with _script("kept", path) as process:
        _wait_for(path)
        time.sleep(1.6)
        process.kill()
    args: dict[str, Any] = {"policies": ("random", "random"), "seed": 7, "keep": "points"}
    found = ofc.simulate(1_000_000, **args, checkpoint=path, path=tmp_path / "run.ofc.d")
    table = parquet.read_table([str(file) for file in (tmp_path / "run.ofc.d").glob("part-*.parquet")])
    hands = table["hand"].to_numpy()
    assert np.array_equal(np.sort(hands), np.arange(1_000_000))
    assert table["points_0"].to_numpy().sum() == found.players[0].total


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child here")
def test_ctrl_c_gives_what_is_done(tmp_path: Path) -> None:
    with _script("interrupt", tmp_path) as process:
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
    partial, hands, rows, *_rest = out.split()
    assert partial == "True" and 0 < int(hands) == int(rows) < 5_000_000
    assert out.splitlines()[1] == "True"
    assert process.returncode == 0


def test_ray_is_an_extra() -> None:
    try:
        import ray  # noqa: F401
    except ImportError:
        with pytest.raises(ImportError, match=r"ofcpoker\[ray\]"):
            RayExecutor()
