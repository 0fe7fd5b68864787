/** The style of the page: light or dark by the reader's setting, with a contrast of at least 4.5 to 1. */
export const style: string = `
:root {
  color-scheme: light dark;
  --paper: #fbfbf9; --card: #ffffff; --ink: #1d2025; --soft: #5b626c; --line: #dfe1e4; --code: #f3f4f5; --focus: #1c5fd4;
  --pass: #1a7040; --fail: #b3261e; --known: #8a5300; --skip: #616973; --inconclusive: #79590a; --error: #8a2be2;
  --pass-tint: #e3f3e9; --fail-tint: #fbe6e4; --known-tint: #fdeed8; --skip-tint: #eeeff1; --inconclusive-tint: #f8f0d4; --error-tint: #f1e5fb;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15171a; --card: #1d2024; --ink: #e8eaed; --soft: #a3abb5; --line: #34393f; --code: #14161a; --focus: #8ab4ff;
    --pass: #7bd6a0; --fail: #ff9d94; --known: #f3bd70; --skip: #a7afb9; --inconclusive: #e2c667; --error: #d3a6ff;
    --pass-tint: #1a3325; --fail-tint: #43211f; --known-tint: #3b2c15; --skip-tint: #2a2e33; --inconclusive-tint: #353016; --error-tint: #33214a;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif; }
main, footer { max-width: 72rem; margin: 0 auto; padding: 0 1.25rem; }
a { color: inherit; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.skip-link { position: absolute; left: -100vw; background: var(--card); padding: .5rem 1rem; }
.skip-link:focus { left: 1rem; top: 1rem; z-index: 1; }
header { padding: 2.5rem 0 .5rem; }
.kind { margin: 0; color: var(--soft); letter-spacing: .02em; }
h1 { margin: .1rem 0 1.25rem; font-size: clamp(1.5rem, 4vw, 2.1rem); line-height: 1.2; text-wrap: balance; }
h2 { margin: 3rem 0 1rem; font-size: 1.3rem; }
h3 { margin: 0; font-size: 1rem; line-height: 1.45; }
h1, h3, td:nth-child(3) { overflow-wrap: anywhere; }
h4 { margin: 1.5rem 0 .5rem; font-size: .875rem; color: var(--soft); font-weight: 600; }
h1.pass { color: var(--pass); } h1.fail { color: var(--fail); } h1.known { color: var(--known); } h1.error { color: var(--error); }
.bar { display: flex; gap: 3px; height: 10px; margin-bottom: .75rem; }
.bar i { border-radius: 3px; min-width: 4px; }
.bar .pass { background: var(--pass); } .bar .fail { background: var(--fail); } .bar .known { background: var(--known); }
.bar .skip { background: var(--line); } .bar .inconclusive { background: var(--inconclusive); } .bar .error { background: var(--error); }
.counts { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; margin: 0 0 1.75rem; padding: 0; }
.counts b { font-size: 1.3rem; font-variant-numeric: tabular-nums; }
.counts .pass { color: var(--pass); } .counts .fail { color: var(--fail); } .counts .known { color: var(--known); }
.counts .skip { color: var(--skip); } .counts .inconclusive { color: var(--inconclusive); } .counts .error { color: var(--error); }
dl { margin: 0; }
dt { color: var(--soft); font-size: .875rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: .75rem 1.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.family { display: grid; grid-template-columns: 12rem 1fr; gap: 0 1rem; align-items: baseline; padding: .45rem 0; border-top: 1px solid var(--line); }
.family h3 { font-weight: 500; }
.matrix ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem; }
.matrix a, .tag { display: inline-block; border-radius: 4px; padding: .12rem .5rem; font-size: .8125rem; font-variant-numeric: tabular-nums; text-decoration: none; white-space: nowrap; }
.matrix a { min-width: 5.9rem; }
code { font: .92em ui-monospace, 'Cascadia Code', 'DejaVu Sans Mono', Menlo, Consolas, monospace; background: var(--code); border-radius: 3px; padding: 0 .2em; }
.matrix a:hover { text-decoration: underline; }
.matrix a.fail, .matrix a.error { font-weight: 700; }
a.pass, .tag.pass { background: var(--pass-tint); color: var(--pass); } a.fail, .tag.fail { background: var(--fail-tint); color: var(--fail); }
a.known, .tag.known { background: var(--known-tint); color: var(--known); } a.skip, .tag.skip { background: var(--skip-tint); color: var(--skip); }
a.inconclusive, .tag.inconclusive { background: var(--inconclusive-tint); color: var(--inconclusive); } a.error, .tag.error { background: var(--error-tint); color: var(--error); }
article { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--fail); border-radius: 8px; padding: 1.1rem 1.4rem 1.3rem; margin-bottom: 1.5rem; }
article.known { border-left-color: var(--known); }
article:target, tr:target { outline: 3px solid var(--focus); outline-offset: 2px; }
article .tag { font-weight: 700; margin-right: .35rem; }
.state { margin: .2rem 0 1rem; color: var(--soft); font-size: .875rem; }
article dl div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 0 1rem; padding: .15rem 0; }
.expected dd, .actual dd, .smallest-case dd, .again dd, pre { font: .84375rem/1.55 ui-monospace, 'Cascadia Code', 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
.expected dd { color: var(--pass); } .actual dd { color: var(--fail); }
.sequence { --edge: 3.5rem; position: relative; padding: 0 0 .25rem; }
.ends { display: flex; justify-content: space-between; margin: 0 0 .4rem; font-size: .8125rem; color: var(--soft); }
.ends span { width: calc(2 * var(--edge)); text-align: center; background: var(--code); border: 1px solid var(--line); border-radius: 4px; }
.sequence ol { list-style: none; margin: 0; padding: .35rem 0; background: linear-gradient(var(--line), var(--line)) calc(var(--edge) - 1px) 0 / 2px 100% no-repeat, linear-gradient(var(--line), var(--line)) calc(100% - var(--edge) + 1px) 0 / 2px 100% no-repeat; }
.sequence summary { list-style: none; cursor: pointer; padding: .2rem 0; border-radius: 4px; }
.sequence summary::-webkit-details-marker { display: none; }
.sequence summary:hover { background: color-mix(in srgb, var(--focus) 8%, transparent); }
.arrow { position: relative; display: block; margin: 0 var(--edge); padding: .1rem 1rem .2rem; border-bottom: 2px solid var(--soft); font-size: .875rem; text-align: center; overflow-wrap: anywhere; }
.arrow::after { content: ''; position: absolute; bottom: -6px; border: 5px solid transparent; }
.arrow.request::after { right: 0; border-left-color: var(--soft); border-right-width: 0; }
.arrow.answer { border-bottom-style: dashed; }
.arrow.answer::after { left: 0; border-right-color: var(--soft); border-left-width: 0; }
.arrow.taken { border-color: var(--pass); } .arrow.taken b { color: var(--pass); } .arrow.taken::after { border-right-color: var(--pass); }
.arrow.refused { border-color: var(--known); } .arrow.refused b { color: var(--known); } .arrow.refused::after { border-right-color: var(--known); }
.arrow.lost { border-color: var(--fail); border-bottom-style: dotted; } .arrow.lost b { color: var(--fail); } .arrow.lost::after { border-right-color: transparent; }
.why { display: block; margin: .35rem var(--edge) 0; padding: 0 .75rem; text-align: center; font-size: .8125rem; color: var(--soft); overflow-wrap: anywhere; }
.why b { color: var(--ink); }
.pinned .why { color: var(--ink); }
.before .arrow b { font-weight: 400; }
.together { box-shadow: inset 4px 0 var(--focus); }
.arrow.delivered::after { left: 0; border-right-color: var(--soft); border-left-width: 0; }
.arrow.confirmed { border-bottom-style: dashed; } .arrow.confirmed::after { right: 0; border-left-color: var(--soft); border-right-width: 0; }
small { color: var(--soft); font-size: .8125rem; }
.messages { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .75rem; margin: .5rem 0 .75rem; }
pre { margin: 0; padding: .7rem .9rem; background: var(--code); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; overflow: auto; max-height: 26rem; }
pre .minus { color: var(--pass); } pre .plus { color: var(--fail); } .difference .same { color: var(--soft); }
.script { margin-top: 1rem; }
.script summary { cursor: pointer; font-size: .875rem; color: var(--soft); margin-bottom: .5rem; width: fit-content; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; margin-bottom: 2rem; }
caption { text-align: left; font-weight: 600; padding: .4rem 0; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); }
thead th { color: var(--soft); font-size: .8125rem; font-weight: 500; border-top: 0; padding-bottom: .2rem; }
tbody th { font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
thead th:nth-child(1) { width: 6.5rem; } thead th:nth-child(2) { width: 9.5rem; }
td small { display: block; }
.cost { width: 9rem; text-align: right; color: var(--soft); font-size: .8125rem; padding-right: 0; }
.coverage { overflow: auto; max-height: 38rem; border: 1px solid var(--line); border-radius: 6px; }
.coverage table { width: auto; table-layout: auto; margin: 0; font-size: .75rem; font-variant-numeric: tabular-nums; border-collapse: separate; border-spacing: 0; }
.coverage thead th { position: sticky; top: 0; z-index: 1; width: auto; padding: .4rem .2rem; vertical-align: bottom; background: var(--card); border-bottom: 1px solid var(--line); }
.coverage thead span { writing-mode: vertical-rl; transform: rotate(180deg); }
.coverage th:first-child { position: sticky; left: 0; padding: .1rem .6rem; background: var(--card); }
.coverage thead th:first-child { z-index: 2; }
.coverage td { padding: .1rem .35rem; text-align: right; white-space: nowrap; overflow-wrap: normal; }
.coverage .exercised { background: var(--pass-tint); color: var(--pass); } .coverage .never { background: var(--fail-tint); color: var(--fail); font-weight: 700; }
ul.lines { margin: 0; padding-left: 1.25rem; overflow-wrap: anywhere; }
footer { padding-block: 1rem 3rem; color: var(--soft); font-size: .875rem; }
@media (max-width: 44rem) {
  .family { grid-template-columns: 1fr; gap: .3rem; padding: .6rem 0; }
  article { padding: 1rem; }
  article dl div { grid-template-columns: minmax(0, 1fr); padding: .3rem 0; }
  .messages { grid-template-columns: minmax(0, 1fr); }
  .sequence { --edge: 1.5rem; }
  .ends span { width: auto; padding: 0 .5rem; }
  thead { display: none; }
  tr { display: grid; grid-template-columns: auto 1fr; gap: .1rem .75rem; border-top: 1px solid var(--line); padding: .5rem 0; }
  table, tbody, caption { display: block; }
  th, td { border: 0; padding: 0; width: auto !important; }
  td:nth-child(n + 3) { grid-column: 1 / -1; text-align: left; }
  .coverage table { display: table; } .coverage thead { display: table-header-group; } .coverage tbody { display: table-row-group; }
  .coverage tr { display: table-row; } .coverage :is(th, td) { padding: .1rem .35rem; border-top: 1px solid var(--line); }
}
@media print { .script, .skip-link { display: none; } article { break-inside: avoid; } }
`;
