"use strict";
// Text from outside, put on the page so that nothing in it hides: controls, characters without a picture of
// their own and those that turn the order of others around become marks. A lone low surrogate stands for a
// byte that was not UTF-8, as the writer of the page has it.

const kUnseen = new RegExp(
  "[\\u0000-\\u001f\\u007f-\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f" +
  "\\u2028-\\u202f\\u205f-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\ud800-\\udfff" +
  "\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]", "gu");

function hex(number, digits) {
  return number.toString(16).toUpperCase().padStart(digits, "0");
}

function nameOfUnseen(character) {
  const code = character.codePointAt(0);
  if (character[0] === " ") return "\u00b7".repeat(Math.min(character.length, 40));
  if (code === 10) return "\\n";
  if (code === 13) return "\\r";
  if (code === 9) return "\\t";
  if (code < 0x20 || code === 0x7f) return "\\x" + hex(code, 2);
  if (code >= 0xdc80 && code <= 0xdcff) return "\\x" + hex(code - 0xdc00, 2);
  return "U+" + hex(code, 4);
}

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function button(text, className, onClick) {
  const made = element("button", className, text);
  made.type = "button";
  if (onClick) made.addEventListener("click", onClick);
  return made;
}

// Plain text with what was searched for marked in it.
function addPlain(parent, text, query) {
  const lower = query ? text.toLowerCase() : "";
  let from = 0;
  if (query && lower.length === text.length) {
    for (let at = lower.indexOf(query); at >= 0; at = lower.indexOf(query, from)) {
      parent.append(text.slice(from, at), element("mark", "", text.slice(at, at + query.length)));
      from = at + query.length;
    }
  }
  parent.append(text.slice(from));
}

function addMark(parent, character) {
  parent.append(element("span", "unseen", nameOfUnseen(character)));
}

// The part of a text from one place to another, as {from, to}; spaces at the ends of the whole text are marked,
// too. lines: "kept" to break lines where the text does.
function addText(parent, whole, query, part = {from: 0, to: whole.length}, lines = "") {
  let from = part.from;
  let to = part.to;
  const lead = from === 0 ? /^ */.exec(whole)[0].slice(0, to) : "";
  const tail = to === whole.length ? / *$/.exec(whole.slice(Math.max(from + lead.length, to - 1000)))[0] : "";
  from += lead.length;
  to -= tail.length;
  if (lead) addMark(parent, lead);
  for (const found of whole.slice(from, to).matchAll(kUnseen)) {
    const start = part.from + lead.length + found.index;
    if (start > from) addPlain(parent, whole.slice(from, start), query);
    addMark(parent, found[0]);
    if (lines === "kept" && found[0] === "\n") parent.append("\n");
    from = start + found[0].length;
  }
  if (from < to) addPlain(parent, whole.slice(from, to), query);
  if (tail) addMark(parent, tail);
}

function grouped(number) {
  return number.toLocaleString("en-US");
}

// Never between the two halves of a character.
function cutAt(text, at) {
  const isHalf = at > 0 && at < text.length && /[\ud800-\udbff]/.test(text[at - 1]) && /[\udc00-\udfff]/.test(text[at]);
  return isHalf ? at - 1 : at;
}

// How much two texts share at their start and at their end.
function commonEnds(old, now) {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) ++start;
  start = cutAt(old, start);
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) ++end;
  if (end > 0 && /[\udc00-\udfff]/.test(old[old.length - end])) --end;
  return {start, end};
}
