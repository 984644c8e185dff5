"""Simulations on a Ray cluster; `make test-ray` installs Ray and runs this."""

import os
import signal
import threading
import time

import pytest

import ofcpoker as ofc

pytestmark = [pytest.mark.ray, pytest.mark.filterwarnings("ignore")]

PLAYERS = ("greedy", "random")


def test_a_cluster_gives_the_same_and_survives_a_killed_worker() -> None:
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        executor = ofc.RayExecutor()
        assert ofc.simulate(5000, policies=PLAYERS, seed=7, executor=executor) == ofc.simulate(
            5000, policies=PLAYERS, seed=7
        )
        pid = ray.get(ray.remote(lambda: os.getpid()).remote())

        def kill() -> None:
            time.sleep(0.5)
            os.kill(pid, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        found = ofc.simulate(250_000, policies=PLAYERS, seed=7, executor=executor)
        killer.join()
        assert found == ofc.simulate(250_000, policies=PLAYERS, seed=7)
    finally:
        ray.shutdown()
