import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** Members that stand beside what an operation is about, and never alone. */
const companions: Readonly<Record<string, string>> = {
  warnings: 'likely mistakes in what was sent',
  token: 'the secret of what was made, which is shown once',
  url: 'the address that has this secret',
  head: 'the end of the chain that the entries belong to',
  translationStates: 'whether each of the translations is up to date',
  changed: 'the fields that an update has changed',
  changedSlideIds: 'the slides that an update has made again',
  changedFaqIds: 'the FAQs that an update has made again',
};

/** The interface fixes these: a subscription is the answer itself. */
const bareByInterface = ['createSubscription', 'getSubscription', 'patchSubscription', 'updateSubscription'];

/** Answers to probes, documents about the interface and files, which have forms of their own. */
const noResources = ['checkLiveness', 'checkReadiness', 'exportDeck', 'getAsyncApiDocument', 'getOpenApiDocument'];

/** The schema of each 2xx answer in JSON, with the operation and the status. */
const answers = Object.values(paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content }]) => {
        const schema = content?.['application/json']?.schema;
        return schema === undefined ? [] : [[operationId, status, schema] as const];
      }),
  );

const isScalar = ({ type, anyOf = [] }: Schema): boolean =>
  typeof type === 'string'
    ? !['object', 'array'].includes(type)
    : anyOf.some((one) => isScalar(one) && one.type !== 'null');

test('an answer in JSON is an object with one member of its subject, and companions beside it', () => {
  const wrapped = answers.filter(([id]) => ![...bareByInterface, ...noResources].includes(id));
  expect(wrapped.length).toBeGreaterThan(90);
  const members = wrapped.map(([id, status, { properties = {} }]) => {
    const own = Object.entries(properties).filter(([name]) => !Object.hasOwn(companions, name));
    return [id, status, own.length, own.some(([, schema]) => isScalar(schema))];
  });
  expect(members).toEqual(wrapped.map(([id, status]) => [id, status, 1, false]));
});

test('only what the interface fixes, documents and files are bare', () => {
  const bare = answers.filter(([, , { $ref, properties }]) => $ref !== undefined || properties === undefined);
  expect(new Set(bare.map(([id]) => id))).toEqual(
    new Set([...bareByInterface, ...noResources.filter((id) => !id.startsWith('check'))]),
  );
  for (const [id, , { $ref }] of bare.filter(([it]) => bareByInterface.includes(it)))
    expect([id, $ref]).toEqual([id, '#/components/schemas/Subscription']);
});

test('each companion stands beside something', () => {
  const names = new Set(answers.flatMap(([, , { properties = {} }]) => Object.keys(properties)));
  expect(Object.keys(companions).filter((name) => !names.has(name))).toEqual([]);
});
