"""The style sheet of the page that `softrein.reports.report` writes."""

STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #22262b; --faint: #5d6673; --line: #d9dde2;
  --band: #f5f6f8; --good: #0069a6; --bad: #b54708; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171b; --ink: #e4e7eb; --faint: #9aa4b2;
  --line: #31373f; --band: #1c2026; --good: #6cb8ea; --bad: #f2a263; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 2rem 0 0; }
h2 { font-size: 1.3rem; margin: 2.75rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.75rem 0 .25rem; }
p { margin: .5rem 0; }
figure { margin: 1.25rem 0; }
figure img { display: block; width: 100%; height: auto; background: #fff; border-radius: 6px; padding: .5rem;
  border: 1px solid var(--line); }
figcaption { color: var(--faint); font-size: .9rem; margin-top: .5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .75rem 0; font-size: .93rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .9rem .3rem 0; text-align: left; vertical-align: baseline;
  border-bottom: 1px solid var(--line); }
thead th { color: var(--faint); font-weight: 600; white-space: nowrap; }
.facts th { color: var(--faint); font-weight: 400; padding-right: 2rem; }
.split th, .split td { text-align: right; padding: .3rem .9rem; }
.split th:nth-child(5), .split td:nth-child(5) { border-left: 1px solid var(--line); }
.grouped th, .grouped td { padding: .3rem .55rem; text-align: right; white-space: nowrap; }
.grouped th:first-child, .grouped td:first-child { text-align: left; padding-left: 0; }
.grouped thead tr:last-child th { text-align: right; padding-left: .55rem; font-weight: 400; }
tbody tr:hover { background: var(--band); }
.hit { color: var(--good); font-weight: 600; white-space: nowrap; }
.miss { color: var(--bad); font-weight: 600; white-space: nowrap; }
a { color: var(--good); }
nav { columns: 22rem; column-gap: 2rem; margin: 1.5rem 0; padding: .75rem 1.25rem 1rem; border-radius: 6px;
  background: var(--band); font-size: .93rem; }
nav h4 { margin: .5rem 0 0; break-after: avoid; }
nav ul { margin: .15rem 0 .5rem; padding-left: 1.1rem; }
footer { margin-top: 4rem; color: var(--faint); font-size: .85rem; }
"""
