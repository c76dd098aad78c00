"""What tools/machine/guest.sh prints of a run.

outcomes.py table CSV TRANSPORT...   the status of each cell; fails if one is not measured, but for the transports named
outcomes.py watch                    until it is told to end: where /proc says that the peers run, once they are gone
"""

import contextlib
import csv
import pathlib
import re
import signal
import sys
import time


def table(file, *excused):
    with open(file, encoding="utf-8", newline="") as lines:
        cells = list(csv.DictReader(lines))
    sizes = sorted({int(cell["PacketSize"]) for cell in cells})
    reasons, missing = {}, False
    statuses = {}
    for cell in cells:
        statuses.setdefault(cell["Transport"], {})[int(cell["PacketSize"])] = cell["Status"]
        if cell["Status"] != "measured":
            reasons.setdefault((cell["Transport"], cell["Reason"]), []).append(cell["PacketSize"])
            missing = missing or cell["Transport"] not in excused
    print("| transport | " + " | ".join(f"{size} bytes" for size in sizes) + " |")
    print("| --- |" + " --- |" * len(sizes))
    for transport, by_size in statuses.items():
        print(f"| {transport} | " + " | ".join(by_size.get(size, "") for size in sizes) + " |")
    for (transport, reason), of in reasons.items():
        print(f"{transport}, {', '.join(of)} bytes: {reason}")
    sys.exit(1 if missing else 0)


def field(status, name):
    return re.search(rf"^{name}:\s*(.*)$", status, re.MULTILINE).group(1)


def place(process):
    """The measuring thread is the first one, or in a JVM the one named like the first, in which main runs."""
    threads = {}
    for task in (process / "task").iterdir():
        status = (task / "status").read_text()
        threads[int(task.name)] = (field(status, "Name"), field(status, "Cpus_allowed_list"))
    first = int(process.name)
    measuring = next((tid for tid in sorted(threads) if tid != first and threads[tid][0] == "java"), first)
    others = {}
    for tid, (name, cpus) in threads.items():
        if tid != measuring:
            others.setdefault(cpus, set()).add(name)
    policy = (process / "numa_maps").read_text().split(" ", 2)[1]
    return threads[measuring][1], others, policy


def described(others):
    cpus, names = others
    return f"{cpus} ({len(names)})" if len(names) > 2 else f"{cpus} ({', '.join(sorted(names))})"


def watch():
    seen = {}

    def report(*_):
        for role, (cpus, others, policy) in sorted(seen.items()):
            print(f"{role} {cpus} {policy}; other threads:", ", ".join(map(described, sorted(others.items()))) or "none")
        sys.exit(0)

    signal.signal(signal.SIGTERM, report)
    while True:
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError, IndexError):  # it has ended
                words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
                role = next((r for w, r in zip(words, words[1:]) if w.endswith(f"/{r}.control")), "")
                if role in ("client", "server"):
                    seen[role] = place(process)
        time.sleep(0.1)


if __name__ == "__main__":
    {"table": table, "watch": watch}[sys.argv[1]](*sys.argv[2:])
