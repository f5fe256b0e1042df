import { registerHooks } from 'node:module';
import { readFileSync, writeSync } from 'node:fs';

// Loaded before a program by --import: at its end, file descriptor 2 gets a line with the packages that it has loaded.

const packages = new Set<string>();
registerHooks({
  load: (url, context, nextLoad) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
    if (name !== undefined) packages.add(name);
    // A module that was joined with others begins with its path.
    if (url.includes('/dist/bundle/')) {
      const joined = readFileSync(new URL(url), 'utf8').matchAll(/^\/\/.*\bnode_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm);
      for (const [, one = ''] of joined) packages.add(one);
    }
    return nextLoad(url, context);
  },
});
process.on('exit', () => writeSync(2, `${JSON.stringify([...packages].toSorted())}\n`));
