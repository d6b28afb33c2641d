#!/usr/bin/env python3
"""Stands where ssh would: runs the command on this machine, and carries its bytes as a slow line does.

usage: relay.py [--delay SECONDS] [--rate BYTES_A_SECOND] [--cut BYTES] [--stall BYTES] [--log FILE] HOST COMMAND...

Each way takes half of the delay. --cut ends both ways after so many bytes have come back, --stall stops carrying
them then. --log appends a line when all is over: the bytes that travelled there and back, and when the first of them
came, in seconds of the clock that time.monotonic() reads.
"""
import argparse
import os
import subprocess
import sys
import threading
import time
from collections import deque


class Way:
    """One direction: read now, written when a line of that length and width would hand it over."""

    def __init__(self, source, sink, options, most=None, stall=None):
        self.source, self.sink, self.options = source, sink, options
        self.most, self.stall = most, stall
        self.carried = 0
        self.began = None  # when the first byte came
        self.waiting = deque()
        self.changed = threading.Condition()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.writer = threading.Thread(target=self.write, daemon=True)
        self.reader.start()
        self.writer.start()

    def read(self):
        free = time.monotonic()  # when the line can take the next byte
        while True:
            block = os.read(self.source, 4096)
            self.began = self.began or time.monotonic()
            if self.most is not None and self.carried + len(block) >= self.most:
                block = block[:self.most - self.carried]
                self.carried += len(block)
                self.put(block, free)
                self.put(b"", free)
                return
            if self.stall is not None and self.carried + len(block) >= self.stall:
                return  # and nothing ever comes
            self.carried += len(block)
            free = max(free, time.monotonic()) + (len(block) / self.options.rate if self.options.rate else 0)
            self.put(block, free)
            if not block:
                return

    def put(self, block, free):
        with self.changed:
            self.waiting.append((free + self.options.delay / 2, block))
            self.changed.notify()

    def write(self):
        while True:
            with self.changed:
                while not self.waiting:
                    self.changed.wait()
                due, block = self.waiting.popleft()
            time.sleep(max(0, due - time.monotonic()))
            if not block:
                break
            try:
                while block:
                    block = block[os.write(self.sink, block):]
            except OSError:
                break
        os.close(self.sink)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--delay", type=float, default=0)
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--cut", type=int)
    parser.add_argument("--stall", type=int)
    parser.add_argument("--log")
    parser.add_argument("host")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    child = subprocess.Popen(options.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    there = Way(0, os.dup(child.stdin.fileno()), options)
    child.stdin.close()
    back = Way(child.stdout.fileno(), os.dup(1), options, options.cut, options.stall)
    os.close(1)
    back.writer.join()
    if options.cut is not None:
        child.kill()
    status = child.wait()
    if options.log:
        with open(options.log, "a", encoding="ascii") as log:
            log.write(f"{there.carried} {back.carried} {there.began or back.began}\n")
    os._exit(status if status >= 0 else 1)


if __name__ == "__main__":
    main()
