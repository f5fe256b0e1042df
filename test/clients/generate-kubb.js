// What `kubb generate` writes with this configuration: types, and functions that call the client beside this file.
import { readFile } from 'node:fs/promises';
import { build } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

// kubb needs half a minute for all operations: those that the program calls are enough to compile and to run.
const program = await readFile('with-kubb.ts', 'utf8');
const [, names = ''] = /import \{([^}]*)\} from '\.\/generated\/kubb\/client\.js'/.exec(program) ?? [];
const include = names.match(/\w+/g)?.map((pattern) => ({ type: 'operationId', pattern: `^${pattern}$` }));

const { error } = await build({
  config: {
    root: '.',
    input: { path: process.argv[2] },
    output: { path: 'generated/kubb', extension: { '.ts': '.js' }, format: false, lint: false, barrelType: false },
    plugins: [
      pluginOas({ validate: false, generators: [] }),
      pluginTs({ include, output: { path: 'types.ts' } }),
      pluginClient({ include, output: { path: 'client.ts' }, importPath: '../../kubb-client.js' }),
    ],
  },
});
if (error) throw error;
