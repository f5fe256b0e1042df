// Measures how easily the source is read. It fails where a rule about meaning is broken; a size is a signal and is only printed.
import path from 'node:path';
import ts from 'typescript';
import { circles, files, imports, importsPastFaces, sharedNames, sourceOf, upwardImports } from './structure.js';

/** Words of the demo deck, not code. */
const isData = (file) => file.startsWith('demo/');
const lines = (text) => text.split('\n').length - 1;
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const folders = Map.groupBy(
  files.filter((file) => file.includes('/')),
  (file) => path.dirname(file),
);
const sizes = files.map((file) => ({ file, lines: lines(sourceOf(file)) }));
const sources = files.map((file) => ({
  file,
  tree: ts.createSourceFile(file, sourceOf(file), ts.ScriptTarget.Latest, true),
}));

/** Functions over a number of lines. */
function longFunctions(most) {
  return sources.flatMap(({ file, tree }) => {
    const found = [];
    const lineOf = (position) => tree.getLineAndCharacterOfPosition(position).line;
    const visit = (node) => {
      const length = ts.isFunctionLike(node) && node.body ? lineOf(node.end) - lineOf(node.getStart()) + 1 : 0;
      if (length > most) found.push(`${file}: ${node.name?.getText() ?? 'a function'} has ${length}`);
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return found;
  });
}

const exported = sources.flatMap(({ file, tree }) =>
  tree.statements
    .filter((node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .map((node) => ({
      name: `${file}: ${node.name?.getText() ?? node.declarationList?.declarations[0].name.getText()}`,
      isDocumented: ts.getJSDocCommentsAndTags(node).length > 0,
    })),
);
const undocumented = exported.filter(({ isDocumented }) => !isDocumented).map(({ name }) => name);
const documented = Math.floor((100 * (exported.length - undocumented.length)) / exported.length);

const large = [...folders].filter(([, { length }]) => length > 15).map(([name, { length }]) => `${name} has ${length}`);
const deep = [...folders.keys()].filter((folder) => folder.split('/').length > 2);
const longFiles = sizes
  .filter((one) => one.lines > 250 && !isData(one.file))
  .map((one) => `${one.file} has ${one.lines}`);
const entries = new Set(files.map((file) => file.split('/')[0]));

/** Source files that say one fact, without the demo, migrations, browser pages, and the room of images, which heroImg names. */
const isCounted = (file) => !/^(demo|web|authoring\/images)\/|\/migrations\//.test(file);
const filesWith = (pattern) => files.filter((file) => isCounted(file) && pattern.test(sourceOf(file)));
const facts = [
  [
    'files for an optional field of slides (heroImg), with the warning of its link and the index of its images',
    /\bheroImg\b/,
    3,
  ],
  ['files for a translated field of slides (slideContext)', /\bslideContext\b/, 3],
  ['files for a translated field of FAQs (cannedAnswer)', /\bcannedAnswer\b/, 3],
  ['files for an event type (presentation.tier_selected)', /\bpresentationTierSelected\b/, 2],
  ['files for a channel (email)', /\bEmailChannel\b|\bemail: \{\n\s+type: 'object'/, 3],
  ['files outside its folder that name a noun (drift)', /drift\.module\.ts/, 1],
].map(([what, pattern, most]) => [what, filesWith(pattern).length, most, filesWith(pattern)]);

/** What is measured, what it is at most, and what to look at where it is more. */
const rules = [
  ['imports of an outer ring', upwardImports().length, 0, upwardImports()],
  ['imports past a face of the kit', importsPastFaces().length, 0, importsPastFaces()],
  ['names that two files export', sharedNames().length, 0, sharedNames()],
  ['circles of files', circles().length, 0, circles()],
  ...facts,
];

/**
 * As the rules, but more than that fails nothing: a limit on sizes makes people cut files where the meaning has no seam,
 * and one on documentation makes them write sentences that repeat names.
 */
const signals = [
  ['entries in src', entries.size, 12, [...entries]],
  ['folders deeper than two levels', deep.length, 0, deep],
  ['folders with more than 15 files', large.length, 0, large],
  ['files over 250 lines that are not data', longFiles.length, 0, longFiles],
  ['lines of a file in the median', median(sizes.map((one) => one.lines)), 65, []],
  ['functions over 50 lines', longFunctions(50).length, 0, longFunctions(50)],
  ['percent of exports without documentation', 100 - documented, 15, undocumented],
];

const measured = [...rules.map((rule) => ['MISSED', ...rule]), ...signals.map((signal) => ['look at', ...signal])];
for (const [verdict, what, is, most, examples] of measured) {
  const isMore = is > most;
  console.log(`${(isMore ? verdict : 'ok').padEnd(7)} ${String(is).padStart(4)} of at most ${most}: ${what}`);
  if (!isMore) continue;
  if (verdict === 'MISSED') process.exitCode = 1;
  for (const example of examples.slice(0, 20)) console.log(`           ${example}`);
  if (examples.length > 20) console.log(`           and ${examples.length - 20} more`);
}
console.log(`${files.length} files, ${imports.length} imports, ${exported.length} exports`);
