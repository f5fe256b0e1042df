import { expect, test } from '@jest/globals';
import { catalogue } from '../../../src/composition/modules.ts';
import { createSchema } from '../../../src/kit/graphql/schema.ts';

test('the fields that follow a log give its rows as they are; the others load how things are now', async () => {
  const fields = Object.values((await createSchema(catalogue)).getSubscriptionType()?.getFields() ?? {});
  const rowFields = fields.filter(({ extensions }) => extensions.givesRows === true);
  expect(rowFields.map(({ name }) => name).toSorted()).toEqual(['deliveryAttempts', 'events']);
  expect(fields.length).toBeGreaterThan(rowFields.length);
  const row = {};
  for (const { resolve } of rowFields) expect(resolve?.(row, {}, {}, {} as never)).toBe(row);
});
