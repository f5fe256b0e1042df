import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  circles,
  domains,
  files,
  imports,
  importsPastFaces,
  ringOf,
  rings,
  sharedNames,
  upwardImports,
} from '../../scripts/structure.js';

const root = path.join(import.meta.dirname, '..', '..');

type Import = (typeof imports)[number];

/** Adapters translate between an API and the use cases; modules list them. */
const isAdapter = (file: string): boolean => /\.(resolver|routes|views|module)\.ts$/.test(file);
const isComposition = (file: string): boolean => ringOf(file) === rings.length - 1;
const isNoun = (file: string): boolean => domains.includes(file.split('/')[0] ?? '');

function broken(rule: (one: Import) => boolean): string[] {
  return imports.filter(rule).map(({ from, to }) => `${from} imports ${to}`);
}

/** The files of ours and the packages that a program loads. */
function loadedBy(program: string): ReadonlySet<string> {
  const loaded = new Set([program]);
  for (const file of loaded) {
    for (const { from, to, isType } of imports) if (from === file && !isType) loaded.add(to);
  }
  return loaded;
}

describe('imports', () => {
  test('are found at all', () => {
    expect(imports.length).toBeGreaterThan(1_000);
  });

  test('stand in files of a known ring', () => {
    expect(files.filter((file) => ringOf(file) === -1 && !file.startsWith('web/'))).toEqual([]);
  });

  test('point inwards', () => {
    expect(upwardImports()).toEqual([]);
    // Pages and server share no source file; pages take the types of the public contract.
    const acrossWeb = broken(({ from, to }) => from.startsWith('web/') !== to.startsWith('web/') && to.endsWith('.ts'));
    expect(acrossWeb).toEqual(['web/story/answers.ts imports ../openapi.d.ts']);
  });

  test('of the kit go to the index of one of its parts', () => {
    expect(importsPastFaces()).toEqual([]);
  });

  test('run in no circle between files', () => {
    expect(circles()).toEqual([]);
  });

  test('of use cases, entities and readers never name an adapter', () => {
    const isCore = (file: string): boolean => (isNoun(file) || file.startsWith('engines/')) && !isAdapter(file);
    const isWebAdapter = /^kit\/(graphql|http)\//;
    expect(broken(({ from, to }) => isCore(from) && isWebAdapter.test(to))).toEqual([]);
    const isLibrary = /^(koa|@koa\/|@apollo\/|graphql-ws)/;
    expect(broken(({ from, to }) => (isCore(from) || isAdapter(from)) && isLibrary.test(to))).toEqual([]);
  });

  test('of engines name core and input alone: they know no app and no database', () => {
    const isPure = /^(engines\/|kit\/(core|input)\/)/;
    expect(broken(({ from, to }) => from.startsWith('engines/') && to.endsWith('.ts') && !isPure.test(to))).toEqual([]);
  });

  test('of adapters come from the composition root, modules and other adapters alone', () => {
    expect(broken(({ from, to }) => isNoun(to) && isAdapter(to) && !isAdapter(from) && !isComposition(from))).toEqual(
      [],
    );
  });

  test('of the job engine stand in kit/data/jobs/ and in kit/data/connections/ alone', () => {
    const allowed = (file: string): boolean =>
      file.startsWith('kit/data/jobs/') || file.startsWith('kit/data/connections/');
    expect(broken(({ from, to }) => to === 'pg-boss' && !allowed(from))).toEqual([]);
  });

  test('of NATS stand in the bus on it alone', () => {
    expect(broken(({ from, to }) => to.startsWith('@nats-io/') && from !== 'kit/data/jobs/nats-bus.ts')).toEqual([]);
  });

  test('of the environment stand in the entries of processes alone', () => {
    const readers = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
      /process\.env\b/.test(readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')),
    );
    expect(readers.toSorted()).toEqual(['src/deckcast.ts', 'src/main.ts']);
  });

  test('reach the database of the tests through one helper alone, by which scripts/test.js knows who uses it', () => {
    const name = ['TEST', 'DATABASE', 'URL'].join('_');
    const readers = globSync('test/**/*.ts', { cwd: root }).filter((file) =>
      readFileSync(path.join(root, file), 'utf8').includes(name),
    );
    expect(readers).toEqual(['test/helpers/test-database.ts']);
  });

  test('go to files, never to folders; only the parts of the kit have an index', () => {
    expect(
      globSync('src/**/index.ts', { cwd: root }).filter((file) => !/^src\/kit\/[^/]+\/index\.ts$/.test(file)),
    ).toEqual([]);
    expect(globSync('src/**/{utils,common,helpers}', { cwd: root })).toEqual([]);
  });

  test('of espeak, which is under the GPL, stand in the program of its own process alone', () => {
    const isProgram = /^engines\/espeak\/espeak(\.child|-timings)\.ts$/;
    expect(broken(({ from, to }) => to.includes('espeak-ng') && !isProgram.test(from))).toEqual([]);
    const isLoaded = new RegExp(String.raw`^import (?!type )[^;]*espeak(\.child|-timings)`, 'm');
    const loaders = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
      isLoaded.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(loaders).toEqual(['src/engines/espeak/espeak.child.ts']);
  });

  test('of child processes that do one task load no part of the kit as a whole', () => {
    // A backup reads the database.
    const children = files.filter(
      (file) => file.endsWith('.child.ts') && file !== 'composition/backup/backup.child.ts',
    );
    expect(children.length).toBeGreaterThan(2);
    const whole = children.flatMap((child) =>
      [...loadedBy(child)].filter((file) => /^kit\/[^/]+\/index\.ts$/.test(file)),
    );
    expect(whole).toEqual([]);
  });

  test('of sharp, which meets hostile files, stand in the program of its own process alone', () => {
    const decoder = 'authoring/images/encode-image.ts';
    expect(broken(({ from, to }) => to === 'sharp' && from !== decoder)).toEqual([]);
    const isLoaded = /^import (?!type )[^;]*encode-image/m;
    const loaders = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
      isLoaded.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(loaders).toEqual(['src/authoring/images/image-encoder.child.ts']);
  });
});

test('no two files of the server export the same name', () => {
  expect(sharedNames()).toEqual([]);
});
