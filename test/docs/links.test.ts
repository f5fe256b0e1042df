import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { describeVariables } from '../../src/config.ts';
import { anchorsOf, type Document, documents, prose, root, snippets } from '../helpers/documents.ts';

/** In bytes: as much as somebody reads who does not know the product. */
const longestReadme = 9_000;

const decisions = documents.filter(({ file }) => /^docs\/decisions\/\d/.test(file));
const numberOf = ({ file }: Document): string => path.basename(file).slice(0, 4);

const textOf = (file: string): string => documents.find((document) => document.file === file)?.text ?? '';

/** The links of a document to files and anchors in the repository. */
function relativeLinks(document: Document): string[] {
  return [...prose(document).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z][a-z+.-]*:/.test(target));
}

function isDead({ file }: Document, link: string): boolean {
  const [target = '', anchor] = link.split('#');
  const linked = target === '' ? file : path.join(path.dirname(file), target);
  if (!existsSync(path.join(root, linked))) return true;
  if (anchor === undefined) return false;
  const document = documents.find((other) => other.file === linked);
  return document === undefined || !anchorsOf(document).has(anchor);
}

/** What stands in backticks, outside of blocks. */
function quoted(document: Document): string[] {
  return [...prose(document).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
}

const isPath = (text: string): boolean => /^(src|test|scripts|bench|docs|\.ci)\/[\w./*{},-]*$/.test(text);
const isIdentifier = (text: string): boolean => /^[A-Za-z][a-z]+[A-Z]\w*$/.test(text);
const isFileName = (text: string): boolean => /^[\w-][\w.-]*\.([mc]?[jt]s|tsx)$/.test(text);

/** Names of a browser's own, which no code of ours uses. */
const ofBrowsers = new Set(['EventSource']);

/** The names of all files of ours. */
const fileNames = new Set(
  globSync('{*,{src,test,scripts,bench}/**/*}', { cwd: root, exclude: ['**/node_modules'] }).map((file) =>
    path.basename(file),
  ),
);

let read: string | undefined;
/** The source, and the blocks of the documents, whose programs use names of others. */
const code = (): string =>
  (read ??= [
    ...globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) => readFileSync(path.join(root, file), 'utf8')),
    ...snippets.values(),
  ].join('\n'));

describe('the documents', () => {
  test('begin with a README that is short', () => {
    expect(Buffer.byteLength(textOf('README.md'))).toBeLessThanOrEqual(longestReadme);
  });

  test('are all reached from README', () => {
    const reached = new Set(['README.md']);
    for (const file of reached) {
      const document = documents.find((other) => other.file === file);
      for (const link of document === undefined ? [] : relativeLinks(document)) {
        const [target = ''] = link.split('#');
        reached.add(target === '' ? file : path.join(path.dirname(file), target));
      }
    }
    expect(documents.map(({ file }) => file).filter((file) => !reached.has(file))).toEqual([]);
  });

  test.each(documents)('have no dead link: $file', (document) => {
    expect(relativeLinks(document).filter((link) => isDead(document, link))).toEqual([]);
  });

  test.each(documents)('name no file that is not there: $file', (document) => {
    const texts = quoted(document);
    const paths = texts.filter((text) => isPath(text) && globSync(text, { cwd: root }).length === 0);
    const names = texts.filter((text) => isFileName(text) && !fileNames.has(text) && !snippets.has(text));
    expect([...paths, ...names]).toEqual([]);
  });

  test.each(documents)('name nothing of the code that is not in it: $file', (document) => {
    const gone = quoted(document).filter(
      (text) => isIdentifier(text) && !ofBrowsers.has(text) && !code().includes(text),
    );
    expect(gone).toEqual([]);
  });

  test('list in the floor plan what is in src and in its folders, each once', () => {
    const tree = /^src\/\n([^]*?)^```/m.exec(textOf('docs/architecture.md'))?.[1] ?? '';
    let folder = '';
    const listed = [...tree.matchAll(/^( {2}| {4})([\w.-]+\/?) /gm)].map(([, indent = '', name = '']) => {
      if (indent.length > 2) return `${folder}${name}`;
      folder = name;
      return name;
    });
    const present = globSync('src/{*,*/*/}', { cwd: root, withFileTypes: true }).map((entry) => {
      const file = path.relative(path.join(root, 'src'), path.join(entry.parentPath, entry.name));
      return entry.isDirectory() ? `${file}/` : file;
    });
    expect(listed.toSorted()).toEqual(present.toSorted());
  });

  test('list every decision once, in the order of the numbers within its section', () => {
    const sections = textOf('docs/decisions/README.md')
      .split(/^## /m)
      .map((section) => [...section.matchAll(/\[(\d{4}\. [^\]]+)\]\((\d{4}-[^)]+\.md)\)/g)]);
    for (const section of sections) {
      const numbers = section.map(([, title = '']) => Number(title.slice(0, 4)));
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    }
    const listed = sections.flat().map(([, title = '', file = '']) => `${file}: ${title}`);
    const titles = decisions.map(({ file, text }) => `${path.basename(file)}: ${/^# (.*)$/m.exec(text)?.[1]}`);
    expect(listed.toSorted()).toEqual(titles.toSorted());
    const numbers = decisions.map(numberOf);
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  test.each(decisions)('give $file a status, a context, a decision and a consequence', (decision) => {
    const [, , status = ''] = decision.text.split('\n');
    expect(status).toMatch(/^Status: (accepted|superseded by \d{4})$/);
    const [, successor] = / by (\d{4})$/.exec(status) ?? [];
    if (successor !== undefined) expect(decisions.map(numberOf)).toContain(successor);
    const headings = [...decision.text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Context', 'Decision', 'Consequence']);
  });

  test('describe every variable that the configuration reads, and no other', () => {
    const rows = [...textOf('docs/configuration.md').matchAll(/^\| `([A-Z\d_]+)`/gm)].map(([, name]) => name);
    expect(new Set(rows)).toEqual(new Set(describeVariables().keys()));
  });
});
