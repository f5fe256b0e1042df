// Draws the rates of a run beside those of Mercurius, in light and in dark, as an SVG without scripts and fonts of its own.
// Usage: node bench/reads/chart.js <file of a run, .json>; writes the .svg beside it.
import { readFileSync, writeFileSync } from 'node:fs';

const width = 880;
const plot = { left: 132, right: 812 };
const bar = { height: 12, step: 17 };
const group = { title: 30, gap: 12 };
const head = 112;
const foot = 34;
/** What is no server with the same work, but a limit of all of them. */
const limits = new Set(['one SQL', 'constant']);

const style = `
  svg { --page: #fff; --text: #1f2328; --quiet: #59636e; --line: #d8dee4; --us: #0969da; --peer: #9aa5b1; --limit: #c9d1d9; }
  @media (prefers-color-scheme: dark) {
    svg { --page: #0d1117; --text: #f0f6fc; --quiet: #9198a1; --line: #2b323b; --us: #4493f8; --peer: #6b7682; --limit: #353d47; }
  }
  text { font: 12px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: var(--text);
    paint-order: stroke; stroke: var(--page); stroke-width: 4px; }
  .title { font-size: 18px; font-weight: 600; }
  .case { font-size: 13px; font-weight: 600; }
  .quiet { fill: var(--quiet); }
  .us { fill: var(--us); font-weight: 600; }
  .page { fill: var(--page); }
  .line { stroke: var(--line); }
  .one { stroke: var(--quiet); }
  rect.us { fill: var(--us); } rect.peer { fill: var(--peer); } rect.limit { fill: var(--limit); }`;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (x, y, content, { kind = '', anchor = 'start' } = {}) =>
  `<text x="${x.toFixed(1)}" y="${y}" class="${kind}" text-anchor="${anchor}">${escaped(content)}</text>`;
const line = (x, from, to, kind) =>
  `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${from}" y2="${to}" class="${kind}"/>`;

const kindOf = (peer) => (peer === 'Deckcast' ? 'us' : limits.has(peer) ? 'limit' : 'peer');
const written = (ratio) => (ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2));

/** Powers of two around all ratios, at the same distance from each other. */
function scaleOf(ratios) {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map(Math.log2);
  const [from, to] = [Math.floor(least), Math.ceil(most)];
  const perPower = (plot.right - plot.left) / (to - from);
  return {
    x: (ratio) => plot.left + (Math.log2(ratio) - from) * perPower,
    ticks: Array.from({ length: to - from + 1 }, (_, at) => 2 ** (from + at)),
  };
}

/** The bar of one server, from the line of Mercurius to its ratio, with its name and its rate. */
function barOf(peer, { toMercurius: ratio, perSecond }, y, x) {
  const kind = kindOf(peer);
  const [from, to] = [x(1), x(ratio)].toSorted((a, b) => a - b);
  const name = text(plot.left - 10, y + 10, peer, { kind: kind === 'us' ? 'us' : 'quiet', anchor: 'end' });
  if (peer === 'Mercurius')
    return `${name}${text(x(1) + 6, y + 10, `1 = ${perSecond.toFixed(0)} a second`, { kind: 'quiet' })}`;
  const isLess = ratio < 1;
  const value = text(isLess ? from - 6 : to + 6, y + 10, written(ratio), {
    kind: kind === 'us' ? 'us' : '',
    anchor: isLess ? 'end' : 'start',
  });
  const size = `width="${Math.max(to - from, 1).toFixed(1)}" height="${bar.height}"`;
  return `${name}<rect x="${from.toFixed(1)}" y="${y}" ${size} rx="2" class="${kind}"/>${value}`;
}

/** The cases that Mercurius was asked as well. */
export function chart({ conditions, machine, summary }) {
  const cases = Object.entries(summary).filter(([, ofCase]) => ofCase.Mercurius !== undefined);
  const { x, ticks } = scaleOf(cases.flatMap(([, ofCase]) => Object.values(ofCase).map((one) => one.toMercurius)));
  const parts = [];
  let y = head;
  for (const [name, ofCase] of cases) {
    parts.push(text(plot.left, y + 18, name, { kind: 'case' }));
    y += group.title;
    for (const [peer, one] of Object.entries(ofCase)) {
      parts.push(barOf(peer, one, y, x));
      y += bar.step;
    }
    y += group.gap;
  }
  const height = y + foot;
  const grid = ticks.flatMap((ratio) => {
    const label = ratio < 1 ? `1/${1 / ratio}` : `${ratio}`;
    return [
      line(x(ratio), head, y, ratio === 1 ? 'one' : 'line'),
      ...[head - 8, y + 18].map((at) => text(x(ratio), at, label, { kind: 'quiet', anchor: 'middle' })),
    ];
  });
  const { decks, rounds, seconds, connections } = conditions;
  const reported = [
    `${decks.toLocaleString('en-US')} decks, ${connections} connections, medians of ${rounds} alternated rounds of ${seconds} s, ${machine.cores} cores.`,
    'Each line of the scale doubles the one before. Pale bars are limits: bare SQL, and an answer from memory.',
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">Answers a second beside Mercurius</title>`,
    `<style>${style}\n</style>`,
    `<rect class="page" width="${width}" height="${height}" rx="6"/>`,
    text(24, 34, 'Answers a second, as a multiple of Mercurius', { kind: 'title' }),
    ...reported.map((sentence, at) => text(24, 56 + 17 * at, sentence, { kind: 'quiet' })),
    ...grid,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

/** Writes the chart of a run beside its JSON. */
export function drawBeside(json) {
  writeFileSync(json.replace(/\.json$/, '.svg'), chart(JSON.parse(readFileSync(json, 'utf8'))));
}

if (import.meta.main) drawBeside(process.argv[2]);
