// The chart of where differences fall. The writer has drawn it; here it answers: a stretch that is pointed at
// says what is in it, and pressing it shows only what is there.

function rangeOf(chart, bin) {
  return {from: chart.from + bin * chart.width, to: chart.from + (bin + 1) * chart.width - 1};
}

function wordsFor(table, chart, bin) {
  const {from, to} = rangeOf(chart, bin);
  const counts = chart.bins[bin].map((count, kind) => count > 0 ? `${grouped(count)} ${kKinds[kind].name}` : "").filter(Boolean);
  const where = from === to ? grouped(from) : `${grouped(from)}\u2013${grouped(to)}`;
  return `${table.place} ${where}: ${counts.length > 0 ? counts.join(", ") : "no change"}`;
}

function setRange(table, range) {
  state.range = range;
  if (data.tables.length > 1 && table) chooseTable(table);
  const chip = at("range");
  chip.hidden = !range;
  if (range) chip.textContent = `${table.place} ${grouped(range.from)}\u2013${grouped(range.to)} \u2715`;
  chip.setAttribute("aria-label", range ? chip.textContent.slice(0, -2) + ": show all places again" : "");
  refresh();
}

function answerChart(figure) {
  const table = data.tables[Number(figure.dataset.table)];
  const chart = data.summary.charts[figure.dataset.table];
  const svg = figure.querySelector("svg");
  const words = figure.querySelector("output");
  const cursor = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  cursor.setAttribute("class", "cursor");
  cursor.setAttribute("width", "1");
  cursor.setAttribute("height", "100");
  cursor.setAttribute("visibility", "hidden");
  svg.prepend(cursor);
  let bin = -1;
  const point = (to) => {
    bin = Math.min(chart.bins.length - 1, Math.max(0, to));
    cursor.setAttribute("x", String(bin));
    cursor.setAttribute("visibility", "visible");
    words.textContent = wordsFor(table, chart, bin);
  };
  const leave = () => {
    cursor.setAttribute("visibility", "hidden");
    words.textContent = "";
  };
  const choose = () => {
    if (bin < 0) return;
    setRange(table, rangeOf(chart, bin));
    at("changes").scrollIntoView({block: "start"});
  };
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    point(Math.floor((event.clientX - box.left) / box.width * chart.bins.length));
  });
  svg.addEventListener("pointerleave", leave);
  svg.addEventListener("click", choose);
  svg.addEventListener("blur", leave);
  svg.addEventListener("keydown", (event) => {
    const steps = {ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -1000, End: 1000};
    if (event.key in steps) point(bin + steps[event.key]);
    else if (event.key === "Enter" || event.key === " ") choose();
    else if (event.key === "Escape") setRange(table, null);
    else return;
    event.preventDefault();
  });
  svg.setAttribute("tabindex", "0");
  svg.setAttribute("aria-description", "Arrow keys move along the chart, Enter shows the changes of a stretch, Escape all.");
  svg.classList.add("answers");
}
