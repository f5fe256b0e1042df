import { entryFault } from './composition/entry-fault.ts';
import { stopRequest } from './composition/stop-request.ts';

// Their reader may close them: without a listener, the next write would end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const fault = entryFault(process.versions.node, process.argv.slice(2));
if (fault !== null) {
  console.error(fault);
  process.exit(1);
}

// Before the modules are loaded: by default, GraphQL.js and others make the checks of a development server.
process.env['NODE_ENV'] ??= 'production';

// Also before: process 1 of a container ignores signals that it does not listen to.
const stopRequested = stopRequest();
const { run } = await import('./run.ts');
await run(process.env, stopRequested);
