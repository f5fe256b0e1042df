// Compares schema.graphql and openapi.json with those of the last release, the newest tag v* behind this commit, and fails on a
// breaking change that contracts.breaks.json does not declare. docs/versioning.md says what is breaking.
// With --list, or --from REF, it prints all changes since then as tables of Markdown, and fails on nothing.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { graphQLChanges } from './breaking/graphql-changes.js';
import { openApiChanges } from './breaking/openapi-changes.js';
import { markdownTable } from './generated-document.js';
import { git, newestTag } from './releases/tags.js';

const declarations = 'contracts.breaks.json';

/** How each contract is compared, by its file. */
const contracts = {
  'schema.graphql': graphQLChanges,
  'openapi.json': (before, after) => openApiChanges(JSON.parse(before), JSON.parse(after)),
};

/** @returns the changes of all contracts since a commit, each with the name of its contract before it */
async function changesSince(ref) {
  const compared = Object.entries(contracts).map(async ([file, changes]) => {
    const found = await changes(git('show', `${ref}:${file}`), await readFile(file, 'utf8'));
    return found.map((change) => ({ ...change, file, text: `${file}: ${change.text}` }));
  });
  return (await Promise.all(compared)).flat();
}

/** @returns the declared breaks. @throws Error that names those which are not complete */
async function readDeclarations() {
  const declared = JSON.parse(await readFile(declarations, 'utf8'));
  const faults = declared
    .filter(({ change, reason, release }) => !change || !reason || !/^\d+\.\d+\.\d+$/.test(release))
    .map((one) => `${declarations}: ${JSON.stringify(one)} needs a change, a reason and a release, such as 2.0.0.`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return declared;
}

/** Whether a release is still to come after a tag, which may be a candidate of it. */
function isAhead(release, tag) {
  const [[major, minor, patch], tagged] = [release, tag].map((version) => version.match(/\d+/g).map(Number));
  const distance = major - tagged[0] || minor - tagged[1] || patch - tagged[2];
  return distance > 0 || (distance === 0 && tag.includes('-'));
}

async function check(tag) {
  const [changes, declared] = [await changesSince(tag), await readDeclarations()];
  const breaks = changes.filter(({ isBreaking }) => isBreaking).map(({ text }) => text);
  const coming = new Set(declared.filter(({ release }) => isAhead(release, tag)).map(({ change }) => change));
  const undeclared = breaks.filter((text) => !coming.has(text));
  for (const text of undeclared) console.error(text);
  for (const { change } of declared)
    if (!breaks.includes(change)) console.log(`${declarations}: no such change since ${tag}: ${change}`);
  const counts = `${changes.length} changes since ${tag}, ${breaks.length} of them breaking`;
  console.log(`${counts}, ${undeclared.length} not declared.`);
  if (undeclared.length === 0) return;
  console.error(
    `Keep what was there beside what is new, as docs/versioning.md says, or declare each line as "change" in ${declarations}, with a "reason" and the "release" that it waits for.`,
  );
  process.exitCode = 1;
}

/** Prints what can be pasted into the changelog. */
function list(changes) {
  const cell = (text) => (text === '' ? '' : `\`${text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`)}\``);
  for (const file of Object.keys(contracts)) {
    const own = changes.filter((change) => change.file === file).toSorted((a, b) => b.isBreaking - a.isBreaking);
    const rows = own.map(({ text, isBreaking, was, is }) => {
      const what = text.slice(file.length + 2).replaceAll('|', String.raw`\|`);
      return [isBreaking ? 'breaking' : '', what, cell(was), cell(is)];
    });
    console.log(
      `### ${file}\n\n${rows.length === 0 ? 'No changes.' : markdownTable(['', 'change', 'old', 'new'], rows)}\n`,
    );
  }
}

const { values } = parseArgs({ options: { list: { type: 'boolean' }, from: { type: 'string' } } });
try {
  const since = values.from ?? newestTag();
  if (since === undefined)
    console.log('No tag v* is in the history of this commit: there is no release to compare the contracts with.');
  else if (values.list === true || values.from !== undefined) list(await changesSince(since));
  else await check(since);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
