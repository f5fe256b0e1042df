// Holds openapi.json to the recommended rules of Redocly and Spectral, and to our own. Reads that file alone and uses no network.
import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { openApiRules } from './openapi-rules.js';

const source = await readFile('openapi.json', 'utf8');

async function redocly() {
  const config = await createConfig({
    extends: ['recommended'],
    // Health checks take no input, so there is nothing of the client's to refuse.
    rules: { 'operation-4xx-response': 'off' },
  });
  const problems = await lintFromString({ source, absoluteRef: `${process.cwd()}/openapi.json`, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

async function spectral() {
  const linter = new spectralCore.Spectral();
  // Who runs Deckcast is its contact, and the document cannot know them.
  linter.setRuleset({ extends: [spectralRulesets.oas], rules: { 'info-contact': 'off', ...openApiRules } });
  const problems = await linter.run(JSON.parse(source));
  return problems.map(({ code, message, path }) => `${code} at ${path.join('/')}: ${message}`);
}

const problems = [...(await redocly()), ...(await spectral())];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
