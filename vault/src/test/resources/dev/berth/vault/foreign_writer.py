"""A second implementation of the vault write protocol, from its description alone.

    foreign_writer.py VAULT FILE BEAT STALE TIMEOUT work|hold

`work` adds lines to FILE under the vault's lock until standard input has something to say, and
prints `ok LINE` for each. `hold` takes the lock, prints `holding` and beats until it is told to stop.
"""

import hashlib
import os
import select
import sys
import threading
import time


def lock_path(vault):
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    digest = hashlib.sha256(os.path.realpath(vault).encode()).hexdigest()
    return os.path.join(cache, "agentm", "locks", digest, "lock")


class Mutex:
    def __init__(self, vault, beat, stale, timeout):
        self.path = lock_path(vault)
        self.beat, self.stale, self.timeout = beat, stale, timeout

    def __enter__(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        deadline = time.monotonic() + self.timeout
        while True:
            try:
                os.mkdir(self.path)
                break
            except FileExistsError:
                self.take_over_if_stale()
            if time.monotonic() > deadline:
                raise TimeoutError(self.path)
            time.sleep(0.001)
        self.done = threading.Event()
        self.beating = threading.Thread(target=self.keep_beating, daemon=True)
        self.beating.start()
        return self

    def take_over_if_stale(self):
        try:
            if time.time() - os.stat(self.path).st_mtime > self.stale:
                os.rmdir(self.path)
        except FileNotFoundError:
            pass

    def keep_beating(self):
        while not self.done.wait(self.beat):
            try:
                os.utime(self.path)
            except FileNotFoundError:
                pass

    def __exit__(self, *_):
        self.done.set()
        self.beating.join()
        try:
            os.rmdir(self.path)
        except FileNotFoundError:
            pass


def atomic_write(path, data):
    temporary = path + ".tmp"
    with open(temporary, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def say(word):
    print(word, flush=True)


def told():
    return bool(select.select([sys.stdin], [], [], 0)[0])


def main():
    vault, name, beat, stale, timeout, what = sys.argv[1:]
    path = os.path.join(vault, name)
    number = 0
    while not told():
        with Mutex(vault, float(beat), float(stale), float(timeout)):
            if what == "hold":
                say("holding")
                while not told():
                    time.sleep(0.01)
                return
            try:
                with open(path, "rb") as file:
                    before = file.read()
            except FileNotFoundError:
                before = b""
            line = f"py{os.getpid()}-{number}"
            atomic_write(path, before + line.encode() + b"\n")
            say("ok " + line)
        number += 1
        # Not always the first at the door: the description asks for short and rare writes.
        time.sleep(0.002)
    say("done")


main()
