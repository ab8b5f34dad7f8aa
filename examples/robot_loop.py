"""The loop that a robot runs, by the clock: `python examples/robot_loop.py FILE --seconds 10`.

`control` is what runs beside a robot: it waits for markers, tells them to a `MarkerFeedback`, and sends what
each actuator is to do. `robot` stands for the robot, in a process of its own: the full model of FILE's scene,
softer than it says, in real time, with whatever drives it and the sensors' noise. Put yours in its place.
"""

import argparse
import multiprocessing
import time
from multiprocessing.connection import Connection

import numpy as np

import softrein
from runtime.bundle.body import BodyBundle
from runtime.control.paths import misses_of_places, places_along
from runtime.plant.actuation import own_at

SOFTER = 0.9  # times the scene's moduli: no model is exact


def control(bundle: BodyBundle, link: Connection, controller: str) -> np.ndarray:
    """Answer markers by commands until there are no more. How long each answer took, s."""
    feedback, took = softrein.MarkerFeedback(bundle, controller), []
    feedback.measured(feedback.expected)  # compiles what has not been compiled
    feedback.reset()
    link.send(feedback.command)
    while (markers := link.recv()) is not None:  # EOFError: the robot is gone
        begin = time.perf_counter()
        feedback.measured(markers)
        link.send(feedback.command)
        took.append(time.perf_counter() - begin)
    return np.array(took)


def robot(path: str, link: Connection, seconds: float, pace: float) -> None:
    """Show markers at each tick, and hold over the step after it the command that came within half of it."""
    from offline.full.body.full_body import build_full_body
    from offline.scenes.reading import scene_of_bundle
    from offline.steering.body import ControlledBody
    from offline.steering.mismatch import Mismatch

    bundle = softrein.load(path)
    body = ControlledBody(build_full_body(scene_of_bundle(bundle, path)), bundle, Mismatch(young=SOFTER))
    random, tick = np.random.default_rng(1), pace * bundle.dt
    noise = np.concatenate([np.full(3 * len(sensor.vertices), sensor.noise) for sensor in bundle.sensors])
    wanted = places_along(bundle.shape, bundle.track, bundle.costs, bundle.paths[:1])[0]
    state, command, late, off = body.start(), link.recv(), 0, []
    begin = time.perf_counter()
    for k in range(round(seconds / bundle.dt)):
        if k and not link.poll(max(0.0, begin + (k + 0.5) * tick - time.perf_counter())):
            late += 1
        while link.poll():
            command = link.recv()
        index = k % bundle.steps
        beside = command - own_at(bundle.actuation, index)  # what the motion's own loads do not do already
        force = body.own(index) + body.acting(bundle.track.states[index], beside)
        state = body.advance(state, force)
        tip = body.places(state)[:1]
        off.append(misses_of_places(bundle.paths[:1], wanted[(k + 1) % bundle.steps], tip))
        time.sleep(max(0.0, begin + (k + 1) * tick - time.perf_counter()))
        link.send(random.normal(body.seen(state), noise).reshape(-1, 3))
    took = time.perf_counter() - begin
    link.send(None)
    link.recv()
    settled = 1e3 * np.sqrt(np.mean(np.square(off[len(off) // 4 :])))
    print(f"{len(off)} steps in {took:.1f} s, {late} of them without a new command")
    print(f"the tip is {settled:.2f} mm (rms) off its path", flush=True)


def main() -> None:
    """Run both, and print how long answers took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="a bundle of a body with actuators, sensors and a path that closes")
    parser.add_argument("--seconds", type=float, default=10.0, help="of the robot's time")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds of the clock for each of them")
    parser.add_argument("--controller", default="lqr")
    options = parser.parse_args()
    bundle = softrein.load(options.file)
    if not (bundle.sensors and bundle.paths and bundle.rewind):
        parser.error(f"{options.file} has no sensors, or no path that closes")
    ours, theirs = multiprocessing.Pipe()
    given = options.file, theirs, options.seconds, options.pace
    other = multiprocessing.get_context("spawn").Process(target=robot, args=given)
    other.start()
    theirs.close()  # so that its end is seen here
    took = 1e3 * control(bundle, ours, options.controller)
    other.join()
    median, most = np.percentile(took, [50, 99.9])
    print(f"an answer took {median:.2f} ms (median), {most:.2f} ms (99.9 %) and {took.max():.2f} ms at most")


if __name__ == "__main__":
    main()
