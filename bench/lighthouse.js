// Lighthouse on the pages, each as on a slow phone: that of a link, with the demo presentation and its voice, and those
// of the team. Fails below the goals.
// Usage: npm run build && DATABASE_URL=postgresql://… node bench/lighthouse.js [runs] [page …]
// (npm ci here first; Chromium). Pages are paths such as /app/live, or /p for a link; all of them by default.
import { setTimeout as delay } from 'node:timers/promises';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { demoDeck, demoInput, demoPresentations } from './demo.js';
import { database, deckcast, median, post, receiver } from './harness.js';

const [runs = 3, ...wanted] = process.argv.slice(2).map((given, at) => (at === 0 ? Number(given) : given));

/** The goals of the page that homeowners open: the others are opened by people at work, who wait for more at once. */
const guest = {
  categories: { performance: 95, accessibility: 100, 'best-practices': 100 },
  timings: {
    'largest-contentful-paint': { most: 1_500, unit: 'ms' },
    'cumulative-layout-shift': { most: 0.02, unit: '' },
    'total-blocking-time': { most: 100, unit: 'ms' },
  },
};
const team = { categories: { performance: 90, accessibility: 100 }, timings: {} };
const teamPages = [
  '/',
  '/app/decks',
  `/app/decks/${demoDeck}`,
  `/app/decks/${demoDeck}/prices`,
  '/app/presentations',
  '/app/contracts',
  '/app/live',
  '/app/subscriptions',
  '/app/play',
  '/app/status',
  '/api/docs',
];

/** The address of a presentation whose slides are all spoken. */
async function presentationPage(base) {
  const { presentation } = await post(base, demoPresentations, demoInput('Dana'));
  for (let waits = 0; waits < 300; waits += 1) {
    const answer = await fetch(`${base}/api/presentations/${presentation.id}`);
    if ((await answer.json()).presentation.status === 'ready') break;
    await delay(200);
  }
  return new URL(presentation.playerUrl, base).href;
}

async function audit(url, categories) {
  const chrome = await launch({ chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
  try {
    const { lhr } = await lighthouse(url, { port: chrome.port, onlyCategories: Object.keys(categories) });
    return lhr;
  } finally {
    chrome.kill();
  }
}

let isMissed = false;
function report(name, value, isMet, goal, unit = '') {
  console.log(
    `  ${name.padEnd(26)} ${`${value}${unit && ` ${unit}`}`.padStart(10)}   goal ${goal}${isMet ? '' : '   MISSED'}`,
  );
  isMissed ||= !isMet;
}

async function judge(name, url, { categories, timings }) {
  const found = [];
  for (let run = 0; run < runs; run += 1) found.push(await audit(url, categories));
  console.log(`${name} in Lighthouse ${found[0].lighthouseVersion}, mobile, medians of ${runs} runs`);
  for (const [category, least] of Object.entries(categories)) {
    const score = Math.round(100 * median(found.map((lhr) => lhr.categories[category].score)));
    report(category, score, score >= least, least);
  }
  for (const [timing, { most, unit }] of Object.entries(timings)) {
    const value = median(found.map((lhr) => lhr.audits[timing].numericValue));
    report(timing, unit === '' ? value.toFixed(3) : Math.round(value), value <= most, most, unit);
  }
  const metrics = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  const shown = metrics.map((metric) => `${metric} ${found[0].audits[metric].displayValue}`);
  console.log(`  first run: ${shown.join(', ')}`);
  const faults = found[0].categories.accessibility.auditRefs.filter(
    ({ id, weight }) => weight > 0 && found[0].audits[id].score === 0,
  );
  for (const { id } of faults) console.log(`  ${id}: ${found[0].audits[id].title}`);
}

await database(async (databaseUrl) => {
  const web = deckcast(databaseUrl, 'web,worker', { SEED_DEMO: 'on', SPEECH: 'espeak' });
  const base = await web.base();
  const isWanted = (path) => wanted.length === 0 || wanted.includes(path);
  if (isWanted('/p')) await judge('The page of a link', await presentationPage(base), guest);
  for (const path of teamPages.filter(isWanted)) await judge(path, new URL(path, base).href, team);
  await web.stop();
});
receiver.kill();
process.exit(isMissed ? 1 : 0);
