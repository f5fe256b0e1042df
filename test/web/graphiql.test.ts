import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { buildSchema, type ExecutionResult, parse, validate } from 'graphql';
import { getOperationASTFacts, getVariablesJSONSchema } from 'graphql-language-service';
import { subscribe } from '../../src/web/graphiql/socket.ts';
import { examples } from '../../src/web/graphiql/examples.ts';
import { tabs } from '../../src/web/graphiql/tabs.ts';
import { publish } from '../delivery/deliveries.ts';
import { eventually } from '../helpers/eventually.ts';
import { TcpProxy } from '../helpers/tcp-proxy.ts';
import { useApp } from '../helpers/test-app.ts';
import { use } from '../helpers/use.ts';

describe('an example of GraphiQL', () => {
  const schema = buildSchema(readFileSync(path.join(import.meta.dirname, '../../schema.graphql'), 'utf8'));

  test.each(examples.map(({ variables = '{}', ...example }) => ({ ...example, variables })))(
    '$name has no fault',
    ({ query, variables }) => {
      const document = parse(query);
      expect(validate(schema, document)).toEqual([]);
      // What the editor of variables underlines.
      const { variableToType = null } = getOperationASTFacts(document, schema);
      expect(variableToType).not.toBeNull();
      // Ajv does not know the draft that it names, and the rules are the same in later ones.
      const { $schema: _, ...rules } = getVariablesJSONSchema(variableToType ?? {}) as Record<string, unknown>;
      const isValid = new Ajv({ allErrors: true, strict: false }).compile(rules);
      isValid(JSON.parse(variables));
      expect(isValid.errors ?? []).toEqual([]);
    },
  );
});

describe('a live tab of GraphiQL', () => {
  const app = useApp();
  let way: TcpProxy;
  use(async () => {
    way = await new TcpProxy(Number(new URL(app.base).port)).open();
    return () => way.cut();
  });

  const sample = tabs.find(({ query }) => /^subscription /m.test(query))?.query ?? '';

  function follow(query: string) {
    const ids: (string | undefined)[] = [];
    let isComplete = false;
    const stop = subscribe(
      `ws://127.0.0.1:${way.port}/graphql`,
      { query },
      { headers: {} },
      {
        next: ({ data, errors }: ExecutionResult<{ events?: { id: string } }>) => {
          ids.push(errors === undefined ? data?.events?.id : JSON.stringify(errors));
        },
        complete: () => {
          isComplete = true;
        },
      },
    );
    return { ids, stop, isComplete: () => isComplete };
  }

  test('resumes behind its last event after the server was unreachable, also before its first', async () => {
    const live = follow(sample);
    await eventually(() => way.received.includes('"latestEventCursor":'));
    const expected: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      await way.cut();
      expected.push((await publish(app, 'web.away')).id);
      await way.open();
      await eventually(() => live.ids.length === expected.length, { timeoutMs: 20_000 });
      expected.push((await publish(app, 'web.back')).id);
      await eventually(() => live.ids.length === expected.length);
    }
    expect([live.ids, live.isComplete()]).toEqual([expected, false]);
    live.stop();
    await eventually(live.isComplete);
  });

  test('says at once that a first connection was turned away', async () => {
    const nowhere = await new TcpProxy(1).open();
    await nowhere.cut();
    const said: unknown[] = [];
    const sink = {
      next: ({ errors }: ExecutionResult) => said.push(errors?.[0]?.message),
      complete: () => said.push('end'),
    };
    subscribe(
      `ws://127.0.0.1:${nowhere.port}/other`,
      { query: sample },
      { headers: { Authorization: 'Bearer other' } },
      sink,
    );
    await eventually(() => said.length === 2);
    expect(said).toEqual(['No socket to the server', 'end']);
  });
});
