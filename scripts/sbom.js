// Prints a bill of materials in CycloneDX: the packages that the server installs, and those that the build copied into the
// pages, which npm counts as packages of the development. Needs a build.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const npm = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const bill = JSON.parse(execFileSync('npm', npm, { encoding: 'utf8', maxBuffer: 2 ** 26 }));
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
// npm lists a package once, by the first of its folders, which may be one of the development.
const installed = Object.entries(readJson('package-lock.json').packages)
  .filter(([folder, { dev }]) => folder !== '' && dev !== true)
  .map(([folder, { name, version }]) => `${name ?? folder.replace(/^.*node_modules\//, '')}@${version}`);
const inPages = readJson('dist/web/packages.json').map(({ name, version }) => `${name}@${version}`);
const shipped = new Set([...installed, ...inPages]);
const components = bill.components
  .filter(({ name, version }) => shipped.has(`${name}@${version}`))
  .map((component) => ({
    ...component,
    scope: component.scope === 'optional' ? 'optional' : 'required',
    properties: [],
  }));
const missing = shipped.difference(new Set(components.map(({ name, version }) => `${name}@${version}`)));
if (missing.size > 0)
  throw new Error(`package-lock.json has no ${[...missing].join(', ')}: run "npm ci && npm run build"`);
const refs = new Set([bill.metadata.component, ...components].map((component) => component['bom-ref']));
const dependencies = bill.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
// npm names the component after the folder.
const component = { ...bill.metadata.component, name: readJson('package.json').name };
const metadata = { ...bill.metadata, component };
console.log(JSON.stringify({ ...bill, metadata, components, dependencies }, null, 2));
