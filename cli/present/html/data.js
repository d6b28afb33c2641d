// The changes as the writer of the page put them into its data blocks: for each table what it is, then its
// changes, each [kind, place, count, row, edits, doubt]. What is left out at the end is 0. A row is an array
// of cells, or text: the digest of a row that only a sketch has. Edits are [column, new cell].
//
// A cell is text, an integer, null (NULL), or [tag, ...]: ["n", TEXT] any other number or a point in time,
// ["b", BYTES, HEX] a blob and the beginning of it, ["m"] what a JSON value has not, ["?"] what no side knows any more.

const kKinds = [
  {sign: "-", shown: "\u2212", name: "removed"},
  {sign: "~", shown: "~", name: "changed"},
  {sign: "+", shown: "+", name: "added"},
  {sign: ">", shown: "\u2192", name: "moved"},
];
const kindOf = (sign) => kKinds.find((kind) => kind.sign === sign);

const data = {tables: [], rows: [], summary: null};

function isUnknown(cell) {
  return Array.isArray(cell) && (cell[0] === "?" || cell[0] === "m");
}

function textOf(cell) {
  if (cell === null) return "NULL";
  if (!Array.isArray(cell)) return String(cell);
  if (cell[0] === "n") return cell[1];
  if (cell[0] === "m") return "missing";
  if (cell[0] === "b") return "x'" + cell[2] + (cell[1] * 2 > cell[2].length ? "...' (" + grouped(cell[1]) + " bytes)" : "'");
  return "?";
}

function isNumber(cell) {
  return typeof cell === "number" || (Array.isArray(cell) && cell[0] === "n");
}

function addTable(described) {
  described.index = data.tables.length;
  described.rows = 0;
  described.edited = new Set();
  described.hasCounts = false;
  data.tables.push(described);
}

function addChanges(changes) {
  const table = data.tables[data.tables.length - 1];
  for (const [sign, place, count, row, edits, doubt] of changes) {
    const isDigest = typeof row === "string";
    data.rows.push({
      at: data.rows.length,
      table,
      kind: kindOf(sign),
      place,
      count,
      cells: isDigest ? [] : row,
      digest: isDigest ? row : "",
      edits: edits ? new Map(edits) : null,
      doubt: Boolean(doubt),
      hay: null,
    });
    ++table.rows;
    if (edits) for (const [column] of edits) table.edited.add(column);
    if (count > 1) table.hasCounts = true;
  }
}

// So that the page answers while much of something is done.
const kSlice = 12;  // milliseconds
function pause() {
  return new Promise((go) => setTimeout(go, 0));
}

async function readData() {
  let slice = performance.now();
  for (const block of document.querySelectorAll('script[type="application/json"]')) {
    const parsed = JSON.parse(block.textContent);
    if (block.className === "table") addTable(parsed);
    else if (block.className === "rows") addChanges(parsed);
    else data.summary = parsed;
    block.remove();
    if (performance.now() - slice > kSlice) {
      await pause();
      slice = performance.now();
    }
  }
}

// The cells of a change beneath each other, old and new, in small letters: what is searched.
function hayOf(row) {
  if (row.hay !== null) return row.hay;
  let text = row.digest + "\n" + row.table.name;
  for (const cell of row.cells) text += "\n" + textOf(cell);
  if (row.edits) for (const cell of row.edits.values()) text += "\n" + textOf(cell);
  text = text.toLowerCase();
  if (text.length < 4096) row.hay = text;
  return text;
}
