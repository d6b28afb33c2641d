// Which changes are shown, and in which order.

const state = {
  query: "",
  kinds: new Set(kKinds),
  table: null,   // one of data.tables, or null: all of them
  range: null,   // {from, to} of places, from the chart
  sort: {by: null, down: false},  // null: as the changes came
  page: 0,
  size: 100,
  columns: "all",
  open: new Set(),  // rows whose cells are all shown
  found: [],        // the rows that are shown, in their order
};

function isWanted(row) {
  if (!state.kinds.has(row.kind)) return false;
  if (state.table && row.table !== state.table) return false;
  if (state.range && (row.place === null || row.place < state.range.from || row.place > state.range.to)) return false;
  return !state.query || hayOf(row).includes(state.query);
}

const kNumber = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

// NULL and what is not known first, then numbers by value, then text by its characters.
function sortKeyOf(cell) {
  if (cell === undefined || cell === null || isUnknown(cell)) return {rank: 0, value: 0};
  const text = textOf(cell);
  if (isNumber(cell) || (text.length < 40 && kNumber.test(text))) {
    const value = Number(text);
    if (!Number.isNaN(value)) return {rank: 1, value};
  }
  return {rank: 2, value: text};
}

function sortKeyOfRow(row) {
  switch (state.sort.by) {
    case "kind": return {rank: 1, value: kKinds.indexOf(row.kind)};
    case "place": return sortKeyOf(row.place);
    case "table": return {rank: 1, value: row.table.index};
    case "key": return sortKeyOf(row.cells[row.table.key[0]]);
    default: return sortKeyOf(row.cells[state.sort.by]);
  }
}

function sorted(rows) {
  const turn = state.sort.down ? -1 : 1;
  if (state.sort.by === null) return rows;
  const keyed = rows.map((row) => ({row, key: sortKeyOfRow(row)}));
  keyed.sort((a, b) => {
    if (a.key.rank !== b.key.rank) return turn * (a.key.rank - b.key.rank);
    if (a.key.value < b.key.value) return -turn;
    if (a.key.value > b.key.value) return turn;
    return a.row.at - b.row.at;
  });
  return keyed.map((entry) => entry.row);
}

// Only the last question asked is answered.
let asked = 0;
async function find() {
  const question = ++asked;
  const found = [];
  let slice = performance.now();
  for (let i = 0; i < data.rows.length; ++i) {
    if (isWanted(data.rows[i])) found.push(data.rows[i]);
    if (i % 256 === 0 && performance.now() - slice > kSlice) {
      await pause();
      if (question !== asked) return false;
      slice = performance.now();
    }
  }
  state.found = sorted(found);
  return true;
}
