import { describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { requireComplete } from '../../src/composition/complete.ts';

class NeedsUseCases {
  constructor(readonly useCase: object) {}
}
class StandsAlone {}

const schema = buildSchema(
  'interface Node { id: ID! } type Deck implements Node { id: ID! } type Query { deck: Deck }',
);
const whole = {
  schema,
  resolvers: [NeedsUseCases, StandsAlone],
  instances: [new NeedsUseCases({})],
  nodeNames: ['Deck'],
};

describe('the list of modules', () => {
  test('is taken when it is complete', () => {
    expect(() => requireComplete(whole)).not.toThrow();
  });

  test('is refused when a resolver lacks its use cases', () => {
    expect(() => requireComplete({ ...whole, instances: [] })).toThrow(
      'NeedsUseCases takes use cases: make it in "instances" of its module.',
    );
  });

  test('is refused when a type with an id is no node of a module, or a node is no such type', () => {
    expect(() => requireComplete({ ...whole, nodeNames: [] })).toThrow('Deck has an id');
    expect(() => requireComplete({ ...whole, nodeNames: ['Deck', 'Slide'] })).toThrow('Slide is a listed node');
  });
});
