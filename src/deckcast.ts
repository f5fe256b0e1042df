#!/usr/bin/env -S node --max-semi-space-size=16 --enable-source-maps
import { existsSync } from 'node:fs';
import { entryFault } from './composition/entry-fault.ts';

const fault = entryFault(process.versions.node, []);
if (fault !== null) {
  console.error(fault);
  process.exit(1);
}

const given = new Set(Object.keys(process.env));
// What the environment sets wins.
if (existsSync('.env')) process.loadEnvFile();
process.env['NODE_ENV'] ??= 'production';
const { runCommandLine } = await import('./cli/command-line.ts');
await runCommandLine(process.argv.slice(2), {
  env: process.env,
  isFromFile: (name) => !given.has(name),
  start: async (env) => {
    if (env !== undefined) {
      for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
      Object.assign(process.env, env);
    }
    // The server takes no arguments of its own.
    process.argv.length = 2;
    await import('./main.ts');
  },
});
