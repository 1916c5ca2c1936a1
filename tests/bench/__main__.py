"""Run every benchmark on one core and print ratios; absolute figures mean little on another machine."""

from tests.bench import engine_speed, host, processes, sandbox, seating

if __name__ == "__main__":
    engine_speed.run()
    print()
    seating.run()
    print()
    sandbox.run()
    print()
    host.run()
    print()
    processes.run()
