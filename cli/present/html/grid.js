// The table of changes: one page of those that were found.

const kMostColumns = 60;  // of a table, side by side; all are in the list of a row's cells
const kMostPrinted = 2000;
const at = (id) => document.getElementById(id);

// What the columns are: of one table its own, of several what they have in common.
function layout() {
  const table = state.table || (data.tables.length === 1 ? data.tables[0] : null);
  const columns = [{title: "Change", by: "kind"}];
  if (!table) {
    columns.push({title: "Table", by: "table"}, {title: "Place", by: "place"}, {title: "Key", by: "key"}, {title: "Cells"});
    return {table, columns, left: 0};
  }
  columns.push({title: table.place, by: "place"});
  let shown = table.columns.map((name, column) => column);
  if (state.columns === "changed")
    shown = shown.filter((column) => table.key.includes(column) || table.edited.has(column));
  for (const column of shown.slice(0, kMostColumns))
    columns.push({title: table.columns[column], by: column, column, isKey: table.key.includes(column)});
  return {table, columns, left: Math.max(0, shown.length - kMostColumns)};
}

// Upwards, downwards, and as the changes came.
function sortBy(by) {
  if (state.sort.by !== by) state.sort = {by, down: false};
  else if (!state.sort.down) state.sort = {by, down: true};
  else state.sort = {by: null, down: false};
  refresh();
}

function headOf(columns) {
  const head = element("thead");
  const line = head.insertRow();
  for (const column of columns) {
    const cell = element("th", column.isKey ? "key" : column.by === "place" ? "place" : "");
    cell.scope = "col";
    if (column.by === undefined) {
      cell.textContent = column.title;
    } else {
      const isSorted = state.sort.by === column.by;
      cell.setAttribute("aria-sort", !isSorted ? "none" : state.sort.down ? "descending" : "ascending");
      const press = button("", "sort", () => sortBy(column.by));
      addText(press, column.title, "");
      press.append(element("span", "arrow", !isSorted ? "" : state.sort.down ? "\u25bc" : "\u25b2"));
      cell.append(press);
    }
    line.append(cell);
  }
  return head;
}

function addKindCell(line, row) {
  const cell = element("th", "kind");
  cell.scope = "row";
  const press = button("", "open", () => toggle(row, line));
  press.setAttribute("aria-expanded", String(state.open.has(row)));
  press.title = "All cells of this row";
  press.append(element("span", "sign", row.kind.shown), element("span", "word", row.kind.name));
  if (row.count > 1) press.append(element("span", "count", "\u00d7" + grouped(row.count)));
  if (row.doubt) press.append(element("span", "count", "or changed"));
  cell.append(press);
  line.append(cell);
}

function addPlaceCell(line, row) {
  const cell = element("td", "place number", row.place === null ? "" : grouped(row.place));
  cell.dataset.label = row.table.place;
  line.append(cell);
}

function addDataCell(line, row, column) {
  const cell = element("td");
  cell.dataset.label = row.table.columns[column];
  const value = row.cells[column];
  if (row.edits && row.edits.has(column)) {
    cell.className = "edited";
    addEdit(cell, value, row.edits.get(column));
  } else {
    cell.className = (row.edits ? "same " : "") + classOf(value);
    if (row.table.key.includes(column)) cell.classList.add("key");
    addShort(cell, value, 0, row.table.typed);
  }
  line.append(cell);
}

// Where tables are mixed: the key, and then what changed or what is there.
function addMixedCells(line, row) {
  const name = element("td");
  name.dataset.label = "table";
  addText(name, row.table.name, state.query);
  line.append(name);
  addPlaceCell(line, row);
  const key = element("td", "key");
  key.dataset.label = "key";
  const cells = element("td");
  cells.dataset.label = "cells";
  const columns = row.edits ? [...row.edits.keys()] : row.cells.map((cell, column) => column);
  for (const column of row.table.key) addNamed(key, row, column);
  for (const column of columns.filter((c) => row.edits || !row.table.key.includes(c)).slice(0, 12)) addNamed(cells, row, column);
  if (columns.length > 12) cells.append("\u2026");
  if (row.digest) key.append(element("code", "", row.digest));
  line.append(key, cells);
}

function addNamed(parent, row, column) {
  const part = element("span", "named");
  const name = element("span", "name");
  addText(name, row.table.columns[column], "");
  part.append(name, " ");
  if (row.edits && row.edits.has(column)) {
    part.classList.add("edited");
    addEdit(part, row.cells[column], row.edits.get(column));
  } else {
    addShort(part, row.cells[column], 0, true);
  }
  parent.append(part, " ");
}

function lineOf(row, shape) {
  const line = element("tr", "change " + row.kind.name);
  line.setAttribute("role", "row");
  addKindCell(line, row);
  if (!shape.table) {
    addMixedCells(line, row);
  } else {
    addPlaceCell(line, row);
    const columns = shape.columns.filter((column) => column.column !== undefined);
    if (row.digest) {
      const cell = element("td");
      cell.colSpan = Math.max(1, columns.length);
      cell.append(element("span", "name", "digest "), element("code", "", row.digest));
      line.append(cell);
    } else {
      for (const {column} of columns) addDataCell(line, row, column);
    }
  }
  for (const cell of line.cells) cell.setAttribute("role", cell.tagName === "TH" ? "rowheader" : "cell");
  return line;
}

function detailLine(row, width) {
  const line = element("tr", "detail");
  const cell = line.insertCell();
  cell.colSpan = width;
  cell.append(detailOf(row));
  return line;
}

function toggle(row, line) {
  const isOpen = state.open.has(row);
  if (isOpen) {
    state.open.delete(row);
    line.nextElementSibling.remove();
  } else {
    state.open.add(row);
    line.after(detailLine(row, layout().columns.length));
  }
  line.querySelector(".open").setAttribute("aria-expanded", String(!isOpen));
}

function fillGrid(rows, shape) {
  const body = element("tbody");
  for (const row of rows) {
    body.append(lineOf(row, shape));
    if (state.open.has(row)) body.append(detailLine(row, shape.columns.length));
  }
  at("grid").className = shape.table ? "" : "mixed";
  at("grid").replaceChildren(headOf(shape.columns), body);
}

function showPage() {
  const pages = Math.max(1, Math.ceil(state.found.length / state.size));
  state.page = Math.min(Math.max(0, state.page), pages - 1);
  const shape = layout();
  const first = state.page * state.size;
  fillGrid(state.found.slice(first, first + state.size), shape);
  at("scroll").scrollTop = 0;
  showStatus(shape);
  showPages(pages);
}

function showStatus(shape) {
  const shown = state.found.length;
  const all = data.rows.length;
  let text = shown === all ? `${grouped(all)} ${all === 1 ? "change" : "changes"}` : `${grouped(shown)} of ${grouped(all)} changes`;
  if (shape.left > 0) text += `; ${grouped(shape.left)} more columns are in the list that opens below a row`;
  at("status").textContent = text;
}

function goTo(page) {
  state.page = page;
  showPage();
}

function showPages(pages) {
  const bar = at("pages");
  bar.hidden = pages === 1 && state.size === 100;
  const first = state.page * state.size;
  const where = element("span", "where",
    `${grouped(first + 1)}\u2013${grouped(Math.min(first + state.size, state.found.length))} of ${grouped(state.found.length)}`);
  const step = (text, label, page) => {
    const made = button(text, "", () => goTo(page));
    made.setAttribute("aria-label", label);
    made.disabled = page < 0 || page >= pages || page === state.page;
    return made;
  };
  const sizes = element("select");
  for (const size of [25, 100, 500]) sizes.append(new Option(String(size), String(size), false, size === state.size));
  sizes.addEventListener("change", () => {
    state.page = Math.floor(first / Number(sizes.value));
    state.size = Number(sizes.value);
    showPage();
  });
  const label = element("label", "", "Rows ");
  label.append(sizes);
  bar.replaceChildren(step("\u00ab", "First page", 0), step("\u2039", "Page before", state.page - 1), where,
                      step("\u203a", "Next page", state.page + 1), step("\u00bb", "Last page", pages - 1), label);
}

async function refresh() {
  at("scroll").setAttribute("aria-busy", "true");
  if (!(await find())) return;
  at("scroll").removeAttribute("aria-busy");
  state.page = 0;
  showPage();
}

// What is printed is what was found, not only its first page.
function beforePrint() {
  document.querySelector("details.how").open = true;
  const printed = state.found.slice(0, kMostPrinted);
  fillGrid(printed, layout());
  const left = state.found.length - printed.length;
  at("print-note").textContent = left > 0 ? `${grouped(left)} more changes are not printed: search or filter before printing.` : "";
}
