"""Scripts that the tests of interrupted simulations run in processes of their own."""

import sys

import ofcpoker as ofc

if __name__ == "__main__":
    mode, path = sys.argv[1:]
    print("begun", flush=True)
    if mode == "checkpoint":
        ofc.simulate(600_000, policies=("greedy", "random"), seed=7, threads=2, checkpoint=path)
    elif mode == "kept":
        ofc.simulate(
            1_000_000,
            policies=("random", "random"),
            seed=7,
            threads=1,
            checkpoint=path,
            keep="points",
            path=path + ".d",
        )
    else:
        result = ofc.simulate(
            5_000_000, policies=("greedy", "random"), seed=7, threads=2, keep="points", progress=lambda *_: None
        )
        print(result.partial, result.hands, len(result.columns["points_0"]), result.spans, flush=True)
        again = sum(
            (ofc.simulate(stop - start, policies=("greedy", "random"), seed=seed, first=start).players[0].total)
            for seed, (start, stop) in result.spans
        )
        print(again == result.players[0].total == result.columns["points_0"].sum(), flush=True)
