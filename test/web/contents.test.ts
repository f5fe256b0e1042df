import { expect, test } from '@jest/globals';
import { contentsOf } from '../../src/web/prices/contents.ts';
import type { Tier } from '../../src/web/story/answers.ts';

const tier = (name: string, features: readonly string[]): Tier => ({
  tier: 'good',
  name,
  features,
  total: '1.00',
  totalText: null,
  tax: null,
  deposit: null,
  depositText: null,
  currency: 'USD',
  lines: [],
});

test.each([
  ['Better', 'Better ventilation'],
  ['Better', 'Everything works better'],
  ['Better', 'New Better-Vent ridge'],
  ['Gut', 'Gute Dämmung'],
  ['Gut', 'Alles aus Gutex'],
  ['Metal', 'Metal seams'],
  ['Metal', 'All Metal parts painted'],
  ['Bueno', 'Buenos canalones'],
  ['C++', 'Everything in C'],
])('%s is compared with a tier that has "%s"', (name, feature) => {
  const before = tier(name, ['Washed gutters', 'New shingles']);
  const contents = contentsOf(tier('Next', ['washed  Gutters', feature]), before);
  expect(contents).toEqual({ added: [feature], shared: ['washed  Gutters'], beyond: name });
});

test.each([
  ['Better', 'Everything in Better, and a ridge vent'],
  ['Good', 'All of Good'],
  ['Good', 'Plus everything from the Good package'],
  ['Gut', 'Alles aus „Gut“'],
  ['Gut', 'Alles, was Gut enthält'],
  ['Básico', 'Incluye todo lo de Básico'],
  ['C++', 'Everything in  C++'],
  ['好', 'Everything in 好'],
])('%s is not compared again with a tier that has "%s"', (name, feature) => {
  const features = ['Washed gutters', feature];
  const contents = contentsOf(tier('Next', features), tier(name, ['Washed gutters']));
  expect(contents).toEqual({ added: features, shared: [], beyond: null });
});
