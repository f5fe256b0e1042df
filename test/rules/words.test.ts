import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { documents, prose, root } from '../helpers/documents.ts';

/** What names are not made of, with the words of the field to use: docs/glossary.md has our own. */
const words: Readonly<Record<string, string>> = {
  tell: 'send, report, record or show',
  tells: 'sends, reports, records or shows',
  telling: 'sending or reporting',
  told: 'sent, reported, recorded or notified',
  untold: 'unsent, unreported or pending',
  hear: 'receive, read or play',
  hears: 'receives, reads or plays',
  heard: 'received, read or played',
  stranger: 'unauthenticated caller',
  strangers: 'unauthenticated callers',
  door: 'API, interface or adapter',
  doors: 'APIs, interfaces or adapters',
  leads: 'presenterPositions',
  patience: 'timeout',
  pseudonymised: 'pseudonymized',
  pseudonymise: 'pseudonymize',
};

/** Names that stay, with the reason. */
const names: Readonly<Record<string, string>> = {
  told: 'a local name in tests of dead notices',
  toldAt: 'column of dead_notice',
  told_at: 'column of dead_notice',
  untold: 'column of dead_notice',
};

/** What sentences do not have, with what to write. */
const phrases: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(tells?|told|telling)\b/i, 'send, report, record, show, notify, distinguish'],
  [/\bhears?\b/i, 'receive, read, play'],
  [/\bdoors?\b/i, 'API, interface, adapter; "authentication is off" for open doors'],
  [/\b(asks|asked) for\b/i, 'requests, requires, requested, required'],
  [/\bany more\b/i, 'no longer'],
  [/\bfor ever\b/i, 'permanently, indefinitely'],
  [/\b(ends to count|counts on)\b/i, 'expires, stays valid'],
  [/\b(credential|key|link|one|token)s? (that|which) do(es)? not count\b/i, 'an invalid one'],
  [/\bhow the \w+ stands?\b/i, 'usage, state'],
  [/\bof which there are too many\b/i, 'beyond the limit'],
  [/\bwhat is so\b/i, 'the current state'],
  [/\bwho (comes|asks (by|as|for what))\b/i, 'the caller'],
  [/\bstands? still\b/i, 'hangs'],
];

const read = (...patterns: string[]): { file: string; text: string }[] =>
  globSync(patterns, { cwd: root })
    .filter((file) => !/\/migrations(\/|\.ts$)|\/node_modules\//.test(file))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

const sources = read('src/**/*.{ts,tsx}', 'scripts/**/*.js');
/** Their names are held to the same words; their comments are not. This file names the words. */
const testsAndBenches = read('test/**/*.{ts,tsx}', 'bench/**/*.js').filter(
  ({ file }) => !file.endsWith('/words.test.ts'),
);

/** The names that a source declares, each with its line. */
function declared({ file, text }: { file: string; text: string }): { name: string; line: number }[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: { name: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    if ('name' in node && node.name !== undefined && !ts.isPropertyAccessExpression(node)) {
      const name = node.name as ts.Node;
      if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) {
        found.push({ name: name.text, line: tree.getLineAndCharacterOfPosition(name.getStart()).line + 1 });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The words of a name in camelCase, PascalCase or capitals. */
const wordsOf = (name: string): string[] =>
  [...name.matchAll(/[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g)].map(([word]) => word.toLowerCase());

/** The comments of a source, each with its lines joined. */
const comments = (text: string): string[] =>
  [...text.matchAll(/(?:^ *(?:\/\*\*?|\*|\/\/).*\n?)+/gm)].map(([comment]) =>
    comment.replaceAll(/^ *(?:\/\*\*?|\*\/?|\/\/) ?/gm, '').replaceAll(/\s+/g, ' '),
  );

/** The phrases in a text that have a better one. Code in backticks and targets of links are names. */
function faultsOf(file: string, text: string): string[] {
  const sentences = text.replaceAll(/`[^`\n]*`/g, '``').replaceAll(/\]\([^)]*\)/g, ']()');
  return phrases.flatMap(([pattern, instead]) => {
    const found = pattern.exec(sentences);
    if (found === null) return [];
    const around = sentences.slice(Math.max(0, found.index - 40), found.index + 40);
    return [`${file}: "${found[0]}" in "…${around}…": write ${instead}`];
  });
}

describe('our words', () => {
  test('have an end of each rule that is found', () => {
    expect(wordsOf('mostLeads')).toContain('leads');
    expect(wordsOf('NOT_TOLD')).toContain('told');
    expect(comments('/**\n * It tells\n * us.\n */\nconst one = 1;\n// Two\n')).toEqual([' It tells us. ', 'Two ']);
    expect(faultsOf('one.ts', 'It tells us. `told` is a column.')).toHaveLength(1);
  });

  test('are the words of the field in names', () => {
    const faults = [...sources, ...testsAndBenches].flatMap((source) =>
      declared(source)
        .filter(({ name }) => !Object.hasOwn(names, name))
        .flatMap(({ name, line }) =>
          wordsOf(name)
            .filter((word) => Object.hasOwn(words, word))
            .map((word) => `${source.file}:${line}: ${name}: in place of "${word}" write ${words[word]}`),
        ),
    );
    expect(faults).toEqual([]);
  });

  test('are the words of the field in comments', () => {
    expect(sources.flatMap(({ file, text }) => comments(text).flatMap((one) => faultsOf(file, one)))).toEqual([]);
  });

  test.each(documents)('are the words of the field in $file', (document) => {
    const paragraphs = prose(document).split(/\n\n+|\n(?=[-|\d])/);
    expect(paragraphs.flatMap((one) => faultsOf(document.file, one))).toEqual([]);
  });

  test.each(['openapi.json', 'schema.graphql'])('are the words of the field in %s', (file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    expect(lines.flatMap((line) => faultsOf(file, line))).toEqual([]);
  });
});
