import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { anchorsOf, documents, root } from '../helpers/documents.ts';
import { createDeck } from '../helpers/factories.ts';
import { describeWithPromtool, promtool } from '../helpers/promtool.ts';
import { type Scrape, scrape } from '../helpers/scrape.ts';
import { useApp } from '../helpers/test-app.ts';

const folder = path.join(root, 'docs', 'operations');
const textOf = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

/** Of a supervisor alone: `test/process/cluster.test.ts` reads it. */
const ofSupervisor = 'deckcast_web_processes';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly datasource?: object;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(textOf('dashboard.json')) as {
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
};
const alerts = textOf('alerts.yml');
const queries = documents.flatMap(({ blocks }) => blocks).filter(({ language }) => language === 'promql');
const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** The metrics that a query names, and the labels that it compares. */
function namesIn(text: string): string[] {
  return [...new Set(text.match(/\b(?:deckcast|nodejs|process)_\w+/g))];
}

/** The rows of the tables in metrics.md: the name of a metric, its type, and its labels. */
const documented = [...textOf('metrics.md').matchAll(/^\| `(deckcast_\w+)` +\| (\w+) +\| (.*?) *\|/gm)].map(
  ([, name = '', type = '', labels = '']) => ({
    name,
    type,
    labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label).toSorted(),
  }),
);

describe('what is written of metrics', () => {
  const app = useApp({ HEALTH_PORT: '0' });
  let found: Scrape;

  beforeAll(async () => {
    const { id } = await createDeck(app.rest);
    await app.graphql.data(`{ deck(id: "${id}") { slides { title } } }`);
    found = await scrape(app.healthBase);
  });

  /** The metric that a time series belongs to. */
  const metricOf = (name: string): string => {
    const base = name.replace(/_(?:bucket|sum|count)$/, '');
    return found.types.get(base) === 'histogram' || found.types.get(base) === 'summary' ? base : name;
  };
  const unknownIn = (text: string): string[] =>
    namesIn(text).filter((name) => !found.types.has(metricOf(name)) && name !== ofSupervisor);

  test('lists in metrics.md every metric of a scrape with its type, and no other', () => {
    const ours = [...found.types].filter(([name]) => name.startsWith('deckcast_'));
    const listed = documented
      .filter(({ name }) => name !== ofSupervisor)
      .map(({ name, type }) => [name, type] as const);
    expect(new Map(listed)).toEqual(new Map(ours));
    expect(new Set(listed.map(([name]) => name)).size).toBe(listed.length);
    expect(documented.some(({ name }) => name === ofSupervisor)).toBe(true);
  });

  test('names the labels that time series have', () => {
    const labelled = new Map<string, string[]>();
    for (const key of found.series.keys()) {
      const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(key) ?? [];
      const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label).filter((label) => label !== 'le');
      labelled.set(metricOf(name), names.toSorted());
    }
    const seen = documented.filter(({ name }) => labelled.has(name));
    expect(seen.length).toBeGreaterThan(25);
    expect(seen.map(({ name, labels }) => [name, labels])).toEqual(seen.map(({ name }) => [name, labelled.get(name)]));
  });

  test('names in dashboard, alerts and objectives only what a scrape has', () => {
    const named = [...shown, alerts, ...queries.map(({ code }) => code)];
    expect(shown.length).toBeGreaterThan(40);
    expect(queries.length).toBeGreaterThan(5);
    expect(named.flatMap(unknownIn)).toEqual([]);
    // What is shown nowhere is there in vain.
    const used = new Set(named.flatMap(namesIn).map(metricOf));
    expect(documented.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([
      'deckcast_graphql_executions_total',
    ]);
  });

  test('compares in queries only labels that the metric has', () => {
    const labelsOf = new Map(documented.map(({ name, labels }) => [name, [...labels, 'le', 'job', 'instance']]));
    const text = [...shown, alerts, ...queries.map(({ code }) => code)].join('\n');
    const wrong = [...text.matchAll(/\b(deckcast_\w+)\{([^}]*(?:\{\w+\}[^}]*)*)\}/g)].flatMap(
      ([, name = '', matchers = '']) =>
        [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)]
          .map(([, label = '']) => label)
          .filter((label) => !(labelsOf.get(metricOf(name)) ?? []).includes(label))
          .map((label) => `${name} has no ${label}`),
    );
    expect(wrong).toEqual([]);
  });

  test('has an alert for each section of the runbook, and a section for each alert', () => {
    const runbook = documents.find(({ file }) => file === 'docs/operations/runbook.md');
    if (runbook === undefined) throw new Error('there is no runbook');
    const [, ...sections] = anchorsOf(runbook);
    const linked = [...alerts.matchAll(/^ +runbook: docs\/operations\/runbook\.md#(.+)$/gm)].map(
      ([, anchor]) => anchor,
    );
    expect(new Set(linked)).toEqual(new Set(sections));
    const rules = alerts.split(/^ +- alert: /m).slice(1);
    expect(linked.length).toBe(rules.length);
    for (const rule of rules) {
      expect(rule).toMatch(/^Deckcast\w+\n/);
      expect(rule).toMatch(/severity: (critical|warning)$/m);
      expect(rule).toMatch(/summary: [A-Z].*\.$/m);
      expect(rule).toMatch(/description: .*\.'?$/m);
    }
  });

  test('defines every share that an alert compares', () => {
    const defined = [...alerts.matchAll(/^ +- record: (\S+)$/gm)].map(([, name]) => name);
    const compared = [...new Set(alerts.match(/(?<!record: )\bdeckcast:[\w:]+/g))];
    expect(compared.filter((name) => !defined.includes(name))).toEqual([]);
    expect(defined.length).toBeGreaterThan(5);
  });

  test('has a dashboard that Grafana imports: a data source to choose, panels that say what they show', () => {
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(41);
    expect(dashboard.templating.list).toContainEqual(
      expect.objectContaining({ name: 'datasource', type: 'datasource' }),
    );
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Set<string>();
    for (const { type, title, description = '', datasource, gridPos, targets = [] } of panels) {
      if (type === 'row') continue;
      expect([title, description]).toEqual([title, expect.stringMatching(/^.*\.$/)]);
      expect([title, datasource]).toEqual([title, { type: 'prometheus', uid: '${datasource}' }]);
      expect(targets.length).toBeGreaterThan(0);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.has(`${x} ${y}`)).toBe(false);
          taken.add(`${x} ${y}`);
        }
      }
    }
    const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title);
    expect(rows).toEqual(expect.arrayContaining(['APIs', 'Deliveries', 'Database', 'Speech', 'Process']));
  });

  describeWithPromtool('by the judgement of promtool', () => {
    test('has valid rules, which do what their tests say', async () => {
      expect(await promtool(['check', 'config', '--lint-fatal', path.join(folder, 'prometheus.yml')])).toBe('');
      expect(await promtool(['test', 'rules', path.join(import.meta.dirname, 'alerts.promtool.yml')])).toBe('');
    });

    test('has valid queries in dashboard and objectives', async () => {
      const filled = shown.map((query) => query.replaceAll(/\$__(?:rate_interval|range)/g, '5m'));
      const rules = [...filled, ...queries.map(({ code }) => code)].map(
        (query, index) => `  - { record: "a:query:${index}", expr: ${JSON.stringify(query)} }`,
      );
      const own = await mkdtemp(path.join(os.tmpdir(), 'deckcast-queries-'));
      const file = path.join(own, 'queries.yml');
      await writeFile(file, `groups:\n- name: queries\n  rules:\n${rules.join('\n')}\n`);
      expect(await promtool(['check', 'rules', file])).toBe('');
      await rm(own, { recursive: true });
    });

    test('has a scrape that Prometheus reads, with names as it wants them', async () => {
      const ours = await promtool(['check', 'metrics'], found.text);
      expect(ours.split('\n').filter((line) => !/^(?:nodejs|process)_\w+ /.test(line) && line !== '')).toEqual([]);
    });
  });
});
