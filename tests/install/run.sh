#!/usr/bin/env bash
# Builds a project that uses peel in one of the two ways beside this script, runs it and compares what it prints. For
# find_package, a finished build of peel is installed into a temporary prefix, and what came with the command is
# looked at.
# usage: run.sh find_package|add_subdirectory BUILD_DIR SOURCE_DIR CXX
set -euo pipefail
[ $# -eq 4 ] || { echo "usage: run.sh find_package|add_subdirectory BUILD_DIR SOURCE_DIR CXX" >&2; exit 2; }
way=$1 build_dir=$2 source_dir=$3 compiler=$4
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DESTDIR CXXFLAGS LDFLAGS

quietly() {  # shows a command's output only if it fails
  "$@" >"$work/log" 2>&1 || { echo "run.sh: failed: $*" >&2; cat "$work/log" >&2; exit 1; }
}

consume() {  # consume NAME CMAKE_ARGUMENT...
  local name=$1
  shift
  quietly cmake -S "$here/$name" -B "$work/$name" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" "$@"
  quietly cmake --build "$work/$name" --target consumer
  "$work/$name/consumer" >"$work/$name.out"
  diff -u --label expected --label "$name" <(printf '4\n17\n90\ncomplete\n') "$work/$name.out"
}

if [ "$way" = add_subdirectory ]; then
  consume add_subdirectory -DPEEL_SOURCE_DIR="$source_dir"
  exit 0
fi
quietly cmake --install "$build_dir" --prefix "$work/prefix"
# The command's pages are those that it prints itself.
diff -u <("$work/prefix/bin/peel" --man) "$work/prefix/share/man/man1/peel.1"
diff -u <("$work/prefix/bin/peel" --completion bash) "$work/prefix/share/bash-completion/completions/peel"
diff -u <("$work/prefix/bin/peel" --completion zsh) "$work/prefix/share/zsh/site-functions/_peel"
diff -u <("$work/prefix/bin/peel" --completion fish) "$work/prefix/share/fish/vendor_completions.d/peel.fish"
# Only the prefix may provide peel: neither the user's package registry nor another installation.
consume find_package -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
quietly cmake --build "$work/find_package" --target compare
"$here/../examples/compare.sh" "$work/find_package/compare" "$work/prefix/bin/peel"
grep -q "^peel_DIR:PATH=$work/prefix/" "$work/find_package/CMakeCache.txt" ||
  { echo "run.sh: find_package took a peel that is not the installed one" >&2; exit 1; }
