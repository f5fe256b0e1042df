import { type Route, route, wrappedList } from '../../kit/http/index.ts';
import type { Quotas } from './quotas.ts';
import { usageView } from './usage.ts';
import { mostKeys, readUsage } from './usage.reader.ts';

export function usageRoutes(quotas: Quotas): Route[] {
  return [
    route({
      tag: 'Quotas',
      extension: true,
      method: 'GET',
      path: '/api/usage',
      operationId: 'listUsage',
      summary: 'List quota usage',
      description: `Those that are set. A key with the scope admin sees the ${mostKeys} keys that use the most of each, any other key itself. \`period\` is \`day\` for a quota of a day of UTC, which is counted anew at \`resetsAt\`; null for one of what a key has at a time.`,
      query: {
        key: { schema: { type: 'string' }, description: 'Only this key: its id, or `environment`.' },
      },
      responses: { 200: wrappedList('usage', usageView, 'By quota, the largest use first.') },
      handle: async ({ scope, query }) => ({
        body: { usage: (await readUsage(scope, quotas, query.key)).map(usageView.write) },
      }),
    }),
  ];
}
