#!/usr/bin/env bash
# compare.sh PROGRAM PEEL: runs examples/compare.cpp with two CSV files, and with a database and a sketch of it as it was.
set -euo pipefail
program=$1 peel=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

check() {  # check STATUS EXPECTED ARGUMENT...
  local status=$1 expected=$2 got=0
  shift 2
  "$program" "$@" >out || got=$?
  diff -u <(printf "$expected") out
  [ "$got" -eq "$status" ] || { echo "compare $*: status $got, expected $status" >&2; exit 1; }
}

printf 'id,fruit,price\n1,apple,1.10\n2,pear,1.50\n4,fig,2.00\n' >monday.csv
printf 'price,id,fruit\n1.10,1,apple\n1.60,2,pear\n2.40,5,quince\n' >tuesday.csv
check 1 'changed 2 pear 1.50\nremoved 4 fig 2.00\nadded 5 quince 2.40\n' monday.csv tuesday.csv id
check 0 '' monday.csv monday.csv id

sqlite3 shop.db "CREATE TABLE fruit(id INTEGER PRIMARY KEY, fruit TEXT, price REAL);
                 INSERT INTO fruit VALUES (1, 'apple', 1.1), (2, 'pear', 1.5), (4, 'fig', 2.0)"
"$peel" sketch "sqlite:shop.db?table=fruit" -o then.peel
sqlite3 shop.db "UPDATE fruit SET price = 1.6 WHERE id = 2; DELETE FROM fruit WHERE id = 4; INSERT INTO fruit VALUES (5, 'quince', 2.4)"
check 1 'changed 2\nremoved 4\nadded 5 quince 2.4\n' then.peel "sqlite:shop.db?table=fruit"
check 2 '' monday.csv nowhere.csv id 2>trouble
grep -q 'nowhere.csv' trouble
