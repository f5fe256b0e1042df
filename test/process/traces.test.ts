import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { eventually } from '../helpers/eventually.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { newDataDir } from '../helpers/template.ts';
import { TraceCollector } from '../helpers/trace-collector.ts';
import { useServer } from '../helpers/use.ts';

// Each test starts a process.
jest.setTimeout(60_000);

const collector = useServer(new TraceCollector());
let dataDir: string;
let server: ServerProcess;

beforeEach(async () => {
  dataDir = await newDataDir('traces');
});

afterEach(async () => {
  await server.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs a server that answers one request and is stopped. @returns the packages of OpenTelemetry that it has loaded */
async function loadedBy(env: Record<string, string>): Promise<string[]> {
  const NODE_OPTIONS = `--import ${path.join(import.meta.dirname, '../helpers/loaded-packages.ts')}`;
  server = new ServerProcess({ DATA_DIR: dataDir, SEED_DEMO: 'off', SPEECH: 'none', NODE_OPTIONS, ...env });
  const base = await server.base();
  expect((await fetch(`${base}/api/decks`)).status).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
  const line = await eventually(() => /^\["[^\n]*"\]$/m.exec(server.stderr)?.[0]);
  return (JSON.parse(line) as string[]).filter((name) => name.startsWith('@opentelemetry/'));
}

test('without an endpoint nothing of OpenTelemetry is loaded but its API, by the metrics', async () => {
  expect(await loadedBy({})).toEqual(['@opentelemetry/api']);
});

test('with one, what a process has traced is sent before it ends', async () => {
  expect(await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })).toContain('@opentelemetry/sdk-trace');
  const names = collector.spans.map(({ name }) => name);
  expect(names).toContain('GET /api/decks');
  // Statements of a process, whose connection no test has made.
  expect(names).toContain('select');
});
