// The page wakes up: reads its data, shows its controls.

function chooseTable(table) {
  state.table = table;
  state.sort = {by: null, down: false};
  at("table").value = table ? String(table.index) : "";
  showColumnsChoice();
}

function showColumnsChoice() {
  const table = state.table || (data.tables.length === 1 ? data.tables[0] : null);
  at("columns-choice").hidden = !table || table.edited.size === 0 || table.columns.length < 4;
}

function makeKinds() {
  const counts = new Map(kKinds.map((kind) => [kind, 0]));
  for (const row of data.rows) counts.set(row.kind, counts.get(row.kind) + 1);
  for (const kind of kKinds) {
    if (counts.get(kind) === 0) continue;
    const press = button("", "kind-filter " + kind.name, () => {
      if (!state.kinds.delete(kind)) state.kinds.add(kind);
      press.setAttribute("aria-pressed", String(state.kinds.has(kind)));
      refresh();
    });
    press.setAttribute("aria-pressed", "true");
    press.append(element("span", "sign", kind.shown), ` ${kind.name} `, element("span", "number", grouped(counts.get(kind))));
    at("kinds").append(press);
  }
}

function makeTables() {
  const some = data.tables.filter((table) => table.rows > 0);
  if (data.tables.length < 2 || some.length === 0) return;
  at("table-choice").hidden = false;
  at("table").append(new Option("all", ""));
  for (const table of some) at("table").append(new Option(`${table.name} (${grouped(table.rows)})`, String(table.index)));
  at("table").addEventListener("change", () => {
    const chosen = at("table").value === "" ? null : data.tables[Number(at("table").value)];
    chooseTable(chosen);
    setRange(chosen, null);
  });
  for (const name of document.querySelectorAll("#tables th [data-table]")) {
    const table = data.tables[Number(name.dataset.table)];
    const press = button("", "link", () => {
      chooseTable(table);
      setRange(table, null);
      at("changes").scrollIntoView({block: "start"});
    });
    press.append(...name.childNodes);
    name.append(press);
  }
}

function makeTheme() {
  const isDark = () => (document.documentElement.dataset.theme ||
    (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const name = () => { at("theme").textContent = isDark() ? "Light" : "Dark"; };
  at("theme").addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    name();
  });
  name();
  at("theme").hidden = false;
}

function makeSearch() {
  let waiting = 0;
  const search = () => {
    const query = at("query").value.toLowerCase();
    if (query === state.query) return;  // leaving the field is no question: rows must not move under a pressed button
    state.query = query;
    refresh();
  };
  at("query").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(search, 120);
  });
  at("query").addEventListener("change", search);
  document.addEventListener("keydown", (event) => {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    at("query").focus();
  });
}

async function wake() {
  at("main").prepend(at("summary"));  // it is written last, when all is known
  makeTheme();
  at("loading").hidden = false;
  await readData();
  at("loading").hidden = true;
  at("first").remove();
  if (data.rows.length === 0) {
    at("status").textContent = "No changes to show.";
    document.documentElement.dataset.ready = "yes";
    return;
  }
  makeKinds();
  makeTables();
  makeSearch();
  showColumnsChoice();
  at("columns").addEventListener("change", () => {
    state.columns = at("columns").value;
    showPage();
  });
  at("range").addEventListener("click", () => setRange(null, null));
  for (const figure of document.querySelectorAll("[data-table].chart")) answerChart(figure);
  addEventListener("beforeprint", beforePrint);
  addEventListener("afterprint", showPage);
  at("controls").hidden = false;
  at("scroll").hidden = false;
  await refresh();
  document.documentElement.dataset.ready = "yes";
}

wake().catch((reason) => {
  at("loading").hidden = true;
  at("status").textContent = "This page cannot be shown: it is damaged, or was not written to its end.";
  throw reason;
});
