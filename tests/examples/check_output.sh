#!/usr/bin/env bash
# check_output.sh PROGRAM EXPECTED: runs the program and compares what it prints with the file.
set -euo pipefail
diff -u "$2" <("$1")
