// Cells: short ones in the table, and all of a row beneath each other, where nothing is cut for good.

const kShort = 90;        // characters of a cell in the table
const kFirst = 400;       // of a cell in the list of all cells
const kStep = 100000;     // added at each press of the button; marks cost much more than letters

function classOf(cell) {
  if (cell === null || isUnknown(cell)) return "nil";
  return isNumber(cell) ? "number" : "";
}

function addShort(parent, cell, from, showsEmpty) {
  const text = textOf(cell);
  if (text === "") {
    if (showsEmpty) parent.append(element("span", "nil", '""'));
    return;
  }
  const inner = element("span", classOf(cell));
  inner.dir = "auto";
  const start = cutAt(text, Math.max(0, Math.min(from, text.length - kShort)));
  const end = cutAt(text, Math.min(start + kShort, text.length));
  if (start > 0) inner.append("\u2026");
  addText(inner, text, state.query, {from: start, to: end});
  if (end < text.length) inner.append("\u2026");
  parent.append(inner);
}

// The old cell and the new one; of long ones the part that differs.
function addEdit(parent, old, now) {
  const oldText = textOf(old);
  const nowText = textOf(now);
  const isLong = oldText.length > kShort || nowText.length > kShort;
  const from = isLong ? Math.max(0, commonEnds(oldText, nowText).start - 20) : 0;
  const before = element("del");
  const after = element("ins");
  addShort(before, old, from, true);
  addShort(after, now, from, true);
  parent.append(before, after);
}

// All of a cell, `middle` of it marked: what the other side has not. Of a long one first what is around that.
function addWhole(parent, cell, middle) {
  const text = textOf(cell);
  const box = element("span", "whole " + classOf(cell));
  box.dir = "auto";
  if (text === "") box.append(element("span", "nil", '""'));
  let shown = middle.from > kFirst ? cutAt(text, middle.from - kFirst / 4) : 0;
  const show = (to) => {
    const end = cutAt(text, Math.min(to, text.length));
    for (const [from, until, name] of [[0, middle.from, ""], [middle.from, middle.to, "b"], [middle.to, text.length, ""]]) {
      const part = {from: Math.max(from, shown), to: Math.min(until, end)};
      if (part.from >= part.to) continue;
      const into = name ? box.appendChild(element(name)) : box;
      addText(into, text, state.query, part, "kept");
    }
    shown = end;
    const left = text.length - shown;
    if (left === 0) more.remove();
    more.textContent = left <= kStep ? `show all ${grouped(text.length)} characters`
                                     : `show ${grouped(kStep)} more of ${grouped(left)} characters`;
  };
  const more = button("", "more", () => show(shown + kStep));
  if (shown > 0) {
    const before = button(`show the ${grouped(shown)} characters before`, "more", () => {
      before.remove();
      box.replaceChildren();
      shown = 0;
      show(kStep);
    });
    parent.append(before);
  }
  parent.append(box, more);
  show(shown + kFirst);
}

const kNothingMarked = {from: 0, to: 0};

function addPair(line, old, now) {
  const oldText = textOf(old);
  const nowText = textOf(now);
  const canCompare = !isUnknown(old) && !isUnknown(now) && old !== null && now !== null;
  const {start, end} = canCompare ? commonEnds(oldText, nowText) : {start: 0, end: 0};
  const before = element("td", "old");
  const after = element("td", "new");
  addWhole(before, old, canCompare ? {from: start, to: oldText.length - end} : kNothingMarked);
  addWhole(after, now, canCompare ? {from: start, to: nowText.length - end} : kNothingMarked);
  line.append(before, after);
}

// One line for each column: its name, then the cell, or old and new.
function detailOf(row) {
  const list = element("table", "cells");
  const head = list.createTHead().insertRow();
  const titles = row.edits ? ["column", "old", "new"] : ["column", row.kind.name];
  for (const title of titles) {
    const cell = element("th", "", title);
    cell.scope = "col";
    head.append(cell);
  }
  const body = list.createTBody();
  if (row.digest) {
    const line = body.insertRow();
    line.append(element("th", "", "digest"));
    addWhole(line.appendChild(element("td")), row.digest, kNothingMarked);
  }
  row.cells.forEach((cell, column) => {
    const line = body.insertRow();
    const name = element("th", row.table.key.includes(column) ? "key" : "");
    name.scope = "row";
    addText(name, row.table.columns[column], "");
    line.append(name);
    const isEdited = row.edits && row.edits.has(column);
    line.className = isEdited ? "edited" : "same";
    if (isEdited) return addPair(line, cell, row.edits.get(column));
    const value = line.insertCell();
    if (row.edits) value.colSpan = 2;
    addWhole(value, cell, kNothingMarked);
  });
  return list;
}
