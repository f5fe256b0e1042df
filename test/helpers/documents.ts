import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..', '..');

/** A fenced block of a document. */
export interface Block {
  /** The document and the line of the fence. */
  readonly place: string;
  readonly file: string;
  readonly language: string;
  /** What follows the language: `background` for a command of a terminal of its own. */
  readonly mode: string;
  readonly code: string;
}

export interface Document {
  readonly file: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** Everything that is written for people, by its path in the repository. */
export const documents: readonly Document[] = globSync('{README,CONTRIBUTING,CHANGELOG,SECURITY}.md', { cwd: root })
  .concat(globSync('docs/**/*.md', { cwd: root }))
  .sort()
  .map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return { file, text, blocks: blocksOf(file, text) };
  });

function blocksOf(file: string, text: string): Block[] {
  return [...text.matchAll(/^ *(```+|~~~+)([^\n]*)\n([^]*?)^ *\1 *$/gm)].map(
    ({ index, 2: info = '', 3: code = '' }) => {
      const [language = '', mode = ''] = info.trim().split(' ');
      const line = text.slice(0, index).split('\n').length;
      return { place: `${file}:${line}`, file, language, mode, code };
    },
  );
}

/** A document without its blocks, which hold neither links nor headings. */
export function prose({ text }: Document): string {
  return text.replaceAll(/^ *(```+|~~~+)[^]*?^ *\1 *$/gm, '');
}

/** What the documents show as files, by the names in their first lines. */
export const snippets: ReadonlyMap<string, string> = new Map(
  documents
    .flatMap(({ blocks }) => blocks)
    .filter(({ language }) => isSource(language))
    .map(({ code }) => [snippetName(code) ?? '', code]),
);

/** Whether blocks of a language are files. */
export function isSource(language: string): boolean {
  return language === 'ts' || language === 'js';
}

/** The name in the first line; null when it has none. */
export function snippetName(code: string): string | null {
  return /^\/\/ (\S+\.m?[jt]s)\n/.exec(code)?.[1] ?? null;
}

/** The anchors of a document, as GitHub makes them of its headings. */
export function anchorsOf(document: Document): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose(document).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = text.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}
