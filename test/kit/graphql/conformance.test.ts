import { describe, expect, test } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { useApp } from '../../helpers/test-app.ts';

const app = useApp();

/**
 * Recommendations for `application/json` that Apollo Server does not follow: a document that did not run is answered with
 * 400, so that a client without GraphQL sees the failure. `docs/rest-and-graphql.md` says so.
 */
const exceptions = new Set(['572B', 'FDE2', '7B9B']);

const audits = serverAudits({ url: () => `${app.base}/graphql`, fetchFn: fetch });

describe('GraphQL over HTTP', () => {
  test('is audited as a whole', () => {
    expect(audits.length).toBeGreaterThan(55);
  });

  test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s %s', async (id, _name, audit) => {
    const result = await audit.fn();
    if (exceptions.has(id)) expect(result).toMatchObject({ status: 'warn', reason: 'Response status code is not 200' });
    else expect(result).toMatchObject({ status: 'ok' });
  });
});
