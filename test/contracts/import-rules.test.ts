import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = path.join(import.meta.dirname, '..', '..');

interface Import {
  from: string;
  to: string;
}

/** Every import of one of our files or of a package, by the importing file; paths are relative to `src/`. */
const imports: Import[] = globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
  const source = readFileSync(path.join(root, file), 'utf8');
  const from = path.relative('src', file);
  return [...source.matchAll(/^(?:import|export)\s[^;]*?from '([^']+)';|^import '([^']+)';/gms)].map((match) => {
    const target = match[1] ?? match[2] ?? '';
    return { from, to: target.startsWith('.') ? path.join(path.dirname(from), target) : target };
  });
});

/** Adapters translate between a door and the use cases; they are the only ones that know the doors. */
const isAdapter = (file: string): boolean => /\.(resolver|routes|module)\.ts$/.test(file);
const isComposition = (file: string): boolean => /^((app|main|run)\.ts$|composition\/)/.test(file);

const isCore = (file: string): boolean =>
  /^(modules|events|delivery|narration|speech|translation|idempotency|jobs|input|database|access)\//.test(file) &&
  !isAdapter(file);

function broken(rule: (one: Import) => boolean): string[] {
  return imports.filter(rule).map(({ from, to }) => `${from} imports ${to}`);
}

describe('imports', () => {
  test('are found at all', () => {
    expect(imports.length).toBeGreaterThan(300);
  });

  test('of use cases, entities and readers never name a door', () => {
    expect(broken(({ from, to }) => isCore(from) && /^(graphql|http|web)\//.test(to))).toEqual([]);
    expect(broken(({ from, to }) => isCore(from) && /^(koa|@koa\/|@apollo\/|graphql-ws)/.test(to))).toEqual([]);
  });

  test('of the job engine stand in jobs/ and in the database connection alone', () => {
    const allowed = (file: string): boolean => file.startsWith('jobs/') || file === 'database/connection.ts';
    expect(broken(({ from, to }) => to === 'pg-boss' && !allowed(from))).toEqual([]);
  });

  test('of NATS stand in the bus on it alone', () => {
    expect(broken(({ from, to }) => to.startsWith('@nats-io/') && from !== 'jobs/nats-bus.ts')).toEqual([]);
  });

  test('of adapters come from the composition root, the schema and other adapters alone', () => {
    const allowed = (file: string): boolean => isAdapter(file) || isComposition(file) || file === 'graphql/schema.ts';
    expect(broken(({ from, to }) => isAdapter(to) && !allowed(from))).toEqual([]);
  });

  test('point from delivery to events and subscriptions, never back', () => {
    expect(broken(({ from, to }) => /^(events|modules|jobs|input)\//.test(from) && to.startsWith('delivery/'))).toEqual(
      [],
    );
  });

  test('of modules by the event log do not exist', () => {
    expect(broken(({ from, to }) => /^(events|jobs|input)\//.test(from) && to.startsWith('modules/'))).toEqual([]);
  });

  test('of the environment stand in config.ts alone', () => {
    const readers = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
      /process\.env\b/.test(readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')),
    );
    expect(readers).toEqual(['src/main.ts']);
  });

  test('go to files, never to folders or barrels', () => {
    expect(globSync('src/**/index.ts', { cwd: root })).toEqual([]);
    expect(globSync('src/**/{utils,common,helpers}', { cwd: root })).toEqual([]);
  });

  test('of speech go to the configuration and to what has no domain alone', () => {
    const allowed = /^(speech\/|config\.ts$|errors\.ts$|semaphore\.ts$)/;
    expect(broken(({ from, to }) => from.startsWith('speech/') && to.endsWith('.ts') && !allowed.test(to))).toEqual([]);
  });

  test('of espeak, which is under the GPL, stand in the program of its own process alone', () => {
    const isProgram = /^speech\/espeak-(child|timings)\.ts$/;
    expect(broken(({ from, to }) => to.includes('espeak-ng') && !isProgram.test(from))).toEqual([]);
    const isLoaded = new RegExp(String.raw`^import (?!type )[^;]*espeak-(child|timings)`, 'm');
    const loaders = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
      isLoaded.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(loaders).toEqual(['src/speech/espeak-child.ts']);
  });
});
