import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Block, documents, isSource, root, snippetName, snippets } from '../helpers/documents.ts';
import { notRun } from './not-run.ts';

/** How the blocks of a language are run. A block of any other language fails. */
const languages: Readonly<Record<string, string>> = {
  sh: 'commands.test.ts runs them in the order of the document',
  json: 'commands.test.ts compares them with what the command before them prints',
  console: 'commands.test.ts looks for them in what the commands print',
  ts: 'snippets.test.ts compiles them, and the tests that name them run them',
  js: 'the tests that name them run them',
  ini: 'settings of PostgreSQL, which a restore to a moment was tried with; nothing of Deckcast reads them',
  nginx: 'nginx.test.ts puts them in front of Deckcast',
  promql: 'metrics.test.ts has promtool check them',
};

/** Documents with blocks of plain text: diagrams and trees, which nobody can run. */
const withDiagrams = new Set(['docs/architecture.md']);

const blocks = documents.flatMap((document) => document.blocks);
const places = (found: readonly Block[]): string[] => found.map(({ place }) => place);

/** Files of the documents that a test names, and those that these import. */
function runSnippets(): Set<string> {
  const sources = globSync('test/**/*.ts', { cwd: root }).map((file) => readFileSync(path.join(root, file), 'utf8'));
  const run = new Set([...snippets.keys()].filter((name) => sources.some((source) => source.includes(`'${name}'`))));
  for (const name of run) {
    for (const [, imported = ''] of snippets.get(name)?.matchAll(/from '\.\/([^']+)'/g) ?? []) run.add(imported);
  }
  return run;
}

describe('the blocks of the documents', () => {
  test('are found', () => {
    expect(blocks.length).toBeGreaterThan(50);
    expect(snippets.size).toBeGreaterThan(8);
  });

  test('are in a language that is run', () => {
    const foreign = blocks.filter(
      ({ language, file }) => !(language in languages || (language === 'text' && withDiagrams.has(file))),
    );
    expect(places(foreign)).toEqual([]);
  });

  test('of answers follow a command', () => {
    const alone = documents.flatMap((document) =>
      document.blocks.filter(({ language }, index) => {
        const before = document.blocks.slice(0, index).findLast((block) => block.language === 'sh');
        const isAnswer = language === 'json' || language === 'console';
        return isAnswer && (before === undefined || notRun.some(({ code }) => code === before.code.trim()));
      }),
    );
    expect(places(alone)).toEqual([]);
  });

  test('of source name their file, which no other block has', () => {
    const sources = blocks.filter(({ language }) => isSource(language));
    expect(places(sources.filter(({ code }) => snippetName(code) === null))).toEqual([]);
    expect(snippets.size).toBe(sources.length);
  });

  test('of source are run by a test that names them, or imported by such a block', () => {
    const run = runSnippets();
    expect([...snippets.keys()].filter((name) => !run.has(name))).toEqual([]);
  });

  test('that are not run are in the documents', () => {
    const codes = new Set(blocks.map(({ code }) => code.trim()));
    expect(notRun.filter(({ code }) => !codes.has(code))).toEqual([]);
  });
});
