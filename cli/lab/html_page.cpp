#include "cli/lab/html_page.hpp"

namespace peel::cli {

const std::string_view kPageStyle = R"css(
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #1d2328; --soft: #56606a; --line: #dcd9d1; --accent: #0b5cad;
  --reproduces: #00634c; --reproduces-tint: #e2f2ec; --erratum: #8f4300; --erratum-tint: #fcebd9;
  --differs: #6a3d9a; --differs-tint: #efe6f8; --note: #56606a; --note-tint: #eceef0;
  --unexpected: #ffffff; --unexpected-tint: #b00020; --ours: #0b5cad; --ours-tint: #e1edf9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181c; --card: #1c2227; --ink: #e8eaec; --soft: #a3adb6; --line: #333b43; --accent: #7ab8f5;
    --reproduces: #7fd8bb; --reproduces-tint: #17352c; --erratum: #ffb877; --erratum-tint: #3d2813;
    --differs: #cfb0f0; --differs-tint: #302440; --note: #b4bcc4; --note-tint: #2a3138;
    --unexpected: #ffffff; --unexpected-tint: #b3261e; --ours: #7ab8f5; --ours-tint: #162c42;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 5rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: break-word;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
.page { max-width: 70rem; margin: 0 auto; padding: 0 1.25rem 4rem; }
a { color: var(--accent); text-underline-offset: .15em; }
a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h1 { font-size: clamp(1.75rem, 5vw, 2.6rem); line-height: 1.15; letter-spacing: -.02em; margin: .25rem 0 .75rem; }
h2 { font-size: 1.5rem; line-height: 1.25; margin: 3.5rem 0 1rem; padding-top: 1rem; border-top: 2px solid var(--ink); }
h3 { font-size: 1.15rem; line-height: 1.3; margin: 0; }
code { font: .875em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.kicker { margin: 2.5rem 0 0; color: var(--soft); font-size: .875rem; letter-spacing: .04em; text-transform: uppercase; }
.lead { max-width: 44rem; margin: 0 0 1.25rem; font-size: 1.125rem; color: var(--soft); }
.status { display: inline-block; margin: 0 0 1.25rem; padding: .5rem .9rem; border-radius: .5rem; font-weight: 650; }
.status.good { background: var(--reproduces-tint); color: var(--reproduces); }
.status.bad { background: var(--unexpected-tint); color: var(--unexpected); }
.tally { list-style: none; margin: 0 0 1.5rem; padding: 0; display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); }
.tally li { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .7rem .9rem .8rem; }
.tally b { display: block; font-size: 1.75rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.verdict, .ours {
  display: inline-block; white-space: nowrap; border-radius: 1rem; padding: .05rem .6rem; font-size: .8125rem; font-weight: 600;
}
.verdict.reproduces { color: var(--reproduces); background: var(--reproduces-tint); }
.verdict.erratum { color: var(--erratum); background: var(--erratum-tint); }
.verdict.differs { color: var(--differs); background: var(--differs-tint); }
.verdict.note { color: var(--note); background: var(--note-tint); }
.verdict.unexpected { color: var(--unexpected); background: var(--unexpected-tint); white-space: normal; }
.verdict.none { color: var(--soft); background: none; border: 1px solid var(--line); }
.ours { color: var(--ours); background: var(--ours-tint); border: 1px dashed var(--ours); padding: 0 .55rem; }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
caption { text-align: left; padding: .6rem .8rem; font-weight: 650; }
th, td { text-align: left; vertical-align: top; padding: .45rem .8rem; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-size: .8125rem; font-weight: 600; white-space: nowrap; }
caption ~ thead th { border-top: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
abbr { text-decoration: none; }
.counts td.zero { color: var(--soft); opacity: .6; }
.counts tfoot th, .counts tfoot td { font-weight: 700; border-top-width: 2px; }
.about { display: grid; grid-template-columns: 1fr minmax(16rem, 24rem); gap: 2rem; margin: 1.5rem 0; }
.meta { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0; align-content: start; font-size: .875rem; color: var(--soft); }
.meta dt { font-weight: 600; } .meta dd { margin: 0; }
.key { margin: 0; padding: 0; list-style: none; font-size: .9375rem; }
.key li { display: grid; grid-template-columns: 8rem 1fr; gap: .75rem; padding: .2rem 0; }
nav { margin: 1.5rem 0; }
nav details { border: 1px solid var(--line); border-radius: .6rem; background: var(--card); padding: .6rem .9rem; }
summary { cursor: pointer; font-weight: 600; }
nav ul { margin: .35rem 0 .6rem; padding-left: 1.1rem; columns: 16rem; column-gap: 2rem; font-size: .9375rem; }
nav p { margin: .7rem 0 0; font-weight: 600; }
.filter { position: sticky; top: 0; z-index: 1; margin: 1.5rem -1.25rem 0; padding: .6rem 1.25rem; background: var(--paper); border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; }
.filter input { flex: 1 1 14rem; min-width: 0; max-width: 100%; font: inherit; padding: .4rem .7rem; border: 1px solid var(--soft); border-radius: .5rem; background: var(--card); color: inherit; }
.chips { display: flex; flex-wrap: wrap; gap: .35rem; }
.chips button { font: inherit; font-size: .8125rem; padding: .25rem .7rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); color: inherit; cursor: pointer; }
.chips button[aria-pressed="true"] { background: var(--ink); color: var(--paper); border-color: var(--ink); }
.found { flex-basis: 100%; margin: 0; font-size: .8125rem; color: var(--soft); }
.experiment { margin: 2rem 0 0; } h2 + .experiment { margin-top: 1.25rem; }
.experiment h3 a { color: inherit; text-decoration: none; } .experiment h3 a:hover { text-decoration: underline; }
.claim { margin: .35rem 0 .35rem; padding-left: .9rem; border-left: 3px solid var(--accent); max-width: 48rem; }
.where { margin: 0 0 .75rem; font-size: .875rem; color: var(--soft); }
.findings td:first-child { min-width: 14rem; }
.findings .value { font-variant-numeric: tabular-nums; }
.findings td:first-child, .errata td:first-child, .why p, .where { overflow-wrap: anywhere; }
.errata td { min-width: 5.5rem; } .errata td:first-child { min-width: 15rem; } .errata .where { margin: 0; }
.interval { color: var(--soft); white-space: nowrap; font-size: .875rem; }
.why td { border-top: 0; padding-top: 0; color: var(--soft); font-size: .9rem; }
.why p { margin: 0; padding-left: .8rem; border-left: 3px solid var(--line); max-width: 52rem; }
tbody.unexpected { background: color-mix(in srgb, var(--unexpected-tint) 12%, transparent); }
figure { margin: 1rem 0 0; }
figure img { display: block; width: 100%; max-width: 46rem; height: auto; background: #fff; border: 1px solid var(--line); border-radius: .6rem; }
figcaption { margin-top: .4rem; font-size: .875rem; color: var(--soft); max-width: 46rem; }
figure details { margin-top: .3rem; font-size: .875rem; }
figure details .scroll { max-height: 22rem; overflow-y: auto; max-width: 46rem; margin-top: .5rem; }
.up { font-size: .875rem; }
@media (max-width: 40rem) {
  .page { padding: 0 .9rem 3rem; }
  .filter { margin: 1rem -.9rem 0; padding: .5rem .9rem; }
  .chips { flex-wrap: nowrap; overflow-x: auto; max-width: 100%; padding-bottom: .2rem; }
  .chips button { white-space: nowrap; }
  .tally { grid-template-columns: repeat(2, 1fr); } .tally li:last-child { grid-column: 1 / -1; }
  .about { grid-template-columns: 1fr; gap: 1rem; }
  .meta { grid-template-columns: 1fr; gap: 0; } .meta dt { margin-top: .4rem; }
  .key li { grid-template-columns: 1fr; gap: .1rem; padding: .35rem 0; }
  /* A row becomes a card; every cell says what it is. */
  .cards thead { display: none; }
  .cards, .cards tbody, .cards tr, .cards td { display: block; width: 100%; }
  .cards tbody { padding: .7rem .9rem; border-top: 1px solid var(--line); }
  .cards thead + tbody { border-top: 0; }
  .cards td { border: 0; padding: .12rem 0; }
  .cards td[data-label] { display: grid; grid-template-columns: 6rem 1fr; gap: .5rem; }
  .cards td[data-label]::before { content: attr(data-label); color: var(--soft); font-size: .8125rem; }
  .cards td, .cards td:first-child { min-width: 0; overflow-wrap: anywhere; }
  .cards td:first-child { font-weight: 600; padding-bottom: .3rem; }
  .cards td.empty { display: none; }
  .cards .why td { padding-top: .4rem; font-weight: 400; }
  .counts th, .counts td { padding: .4rem .45rem; font-size: .875rem; } .counts .long { display: none; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --accent: #000; }
  body { font-size: 9.5pt; } .filter, nav, .up, figure details { display: none; }
  .page { max-width: none; padding: 0; } .scroll { overflow: visible; border: 0; }
  figure, tbody, .tally { break-inside: avoid; } h2, h3 { break-after: avoid; } figure img { max-width: 14cm; }
  .verdict, .ours, .status { border: 1px solid; background: none !important; color: #000 !important; }
}
)css";

const std::string_view kPageScript = R"js(
(function () {
  var bar = document.getElementById('filter');
  var field = bar.querySelector('input');
  var chips = Array.from(bar.querySelectorAll('button'));
  var found = bar.querySelector('.found');
  var wanted = 'all';
  var chapters = Array.from(document.querySelectorAll('.chapter')).map(function (chapter) {
    return { node: chapter, experiments: Array.from(chapter.querySelectorAll('.experiment')).map(function (node) {
      return { node: node, about: node.querySelector('header').textContent.toLowerCase(),
        findings: Array.from(node.querySelectorAll('tbody.finding')).map(function (row) {
          return { node: row, tags: row.dataset.tags.split(' '), text: row.textContent.toLowerCase() };
        }) };
    }) };
  });
  function apply() {
    var words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    var shown = 0, all = 0;
    function says(text) { return words.every(function (word) { return text.indexOf(word) >= 0; }); }
    chapters.forEach(function (chapter) {
      var any = false;
      chapter.experiments.forEach(function (experiment) {
        var here = experiment.findings.length === 0 && wanted === 'all' && says(experiment.about);
        experiment.findings.forEach(function (finding) {
          var fits = (wanted === 'all' || finding.tags.indexOf(wanted) >= 0) && says(experiment.about + ' ' + finding.text);
          finding.node.hidden = !fits;
          here = here || fits;
          shown += fits ? 1 : 0;
          all += 1;
        });
        experiment.node.hidden = !here;
        any = any || here;
      });
      chapter.node.hidden = !any;
    });
    found.textContent = shown === all ? 'All ' + all + ' numbers' : shown + ' of ' + all + ' numbers';
  }
  chips.forEach(function (chip) {
    chip.addEventListener('click', function () {
      wanted = chip.dataset.tag;
      chips.forEach(function (other) { other.setAttribute('aria-pressed', String(other === chip)); });
      apply();
    });
  });
  field.addEventListener('input', apply);
  bar.addEventListener('submit', function (event) { event.preventDefault(); });
  bar.hidden = false;
  if (matchMedia('(max-width: 40rem)').matches) document.querySelector('nav details').open = false;
  apply();
})();
)js";

}  // namespace peel::cli
