"""How long `counterfoil --help` takes, beside `python -c pass` in the same run: n, median, spread, in milliseconds."""

import statistics
import subprocess
import sys
import time

N = 10


def times(command: list[str]) -> list[float]:
    """Milliseconds of N runs, after one that warms the disk cache."""
    subprocess.run(command, capture_output=True, check=True)
    found = []
    for _ in range(N):
        start = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        found.append((time.perf_counter() - start) * 1000)
    return found


def main() -> None:
    """Measure and print."""
    help_, bare = times([sys.executable, "-m", "counterfoil.cli.main", "--help"]), times([sys.executable, "-c", "pass"])
    for name, found in (("counterfoil --help", help_), ("python -c pass", bare)):
        print(f"{name:20} n={N} median {statistics.median(found):.0f} ms, {min(found):.0f} to {max(found):.0f} ms")
    print(f"ratio of the medians: {statistics.median(help_) / statistics.median(bare):.1f}")


if __name__ == "__main__":
    main()
