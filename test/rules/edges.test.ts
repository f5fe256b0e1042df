import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, getNamedType, type GraphQLNamedType, isInterfaceType, isObjectType } from 'graphql';
import { catalogue } from '../../src/composition/modules.ts';
import { eventSubject } from '../../src/delivery/events/event-subject.ts';
import { objectTypes } from '../helpers/whole-selection.ts';

const schema = buildSchema(readFileSync(path.join(import.meta.dirname, '..', '..', 'schema.graphql'), 'utf8'));

/** Fields with ids that have no edge beside them, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'ApiKey.deckIds': 'Decks may be gone; `nodes` reads the others.',
  'ContractDocument.contractId': 'The text that is signed, which guests read too.',
  'ContractDocument.presentationId': 'The text that is signed, which guests read too.',
  'Erasure.contractIds': 'They are erased.',
  'Erasure.presentationIds': 'They are erased.',
  'Erasure.pseudonymizedContractIds': 'It may name thousands; `nodes` reads some of them.',
  'GuestContract.contractId': 'Guests see no type of the seller.',
  'GuestContract.sourceSlideId': 'Guests see no type of the seller.',
  'GuestOffer.sourceSlideId': 'Guests see no type of the seller.',
  'GuestPresentation.presentationId': 'Guests see no type of the seller.',
  'GuestSlide.sourceSlideId': 'Guests see no type of the seller.',
  'LinkOpenedEventData.viewerId': 'A viewer is a browser, which no type shows.',
  'PresentationOpenedEventData.viewerId': 'A viewer is a browser, which no type shows.',
  'PresentationsChange.deletedIds': 'They are gone.',
  'SlideReorderedEventData.sourceSlideIds': 'All slides of the deck: `deck { slides }` has them in their order.',
  'SlideViewedEventData.viewerId': 'A viewer is a browser, which no type shows.',
  'TierViewedEventData.viewerId': 'A viewer is a browser, which no type shows.',
  'UpdatePresentationPayload.changedFaqIds': 'The presentation beside them has its FAQs.',
  'UpdatePresentationPayload.changedSlideIds': 'The presentation beside them has its slides.',
};

const isNode = (type: GraphQLNamedType): boolean =>
  type.name === 'Node' ||
  ((isObjectType(type) || isInterfaceType(type)) && type.getInterfaces().some(({ name }) => name === 'Node'));

describe('ids of other objects', () => {
  test('have the object beside them, or a reason', () => {
    const without = objectTypes(schema).flatMap((type) => {
      const fields = type.getFields();
      return Object.values(fields).flatMap((field) => {
        if (getNamedType(field.type).name !== 'ID' || !/Ids?$/.test(field.name)) return [];
        const edge = fields[field.name.replace(/Id(s?)$/, '$1')];
        return edge !== undefined && isNode(getNamedType(edge.type)) ? [] : [`${type.name}.${field.name}`];
      });
    });
    expect(without.toSorted()).toEqual(Object.keys(exceptions));
  });

  test('lead to objects that may be gone', () => {
    const edges = objectTypes(schema).flatMap((type) => {
      const fields = type.getFields();
      return Object.values(fields).flatMap(({ name, type: of }) =>
        `${name}Id` in fields && isNode(getNamedType(of)) ? [[`${type.name}.${name}`, String(of)]] : [],
      );
    });
    expect(edges.length).toBeGreaterThan(100);
    expect(edges.filter(([, of]) => of?.endsWith('!') === true)).toEqual([]);
  });
});

test('answers for guests lead to no object of the seller', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const pending = roots
    .flatMap((root) => Object.values(root?.getFields() ?? {}))
    .filter(({ name }) => /guest/i.test(name))
    .map(({ type }) => getNamedType(type));
  const reached = new Set<GraphQLNamedType>();
  for (const type of pending) {
    if (reached.has(type)) continue;
    reached.add(type);
    if (isObjectType(type)) pending.push(...Object.values(type.getFields()).map((field) => getNamedType(field.type)));
  }
  expect([...reached].map(({ name }) => name)).toEqual(expect.arrayContaining(['GuestContract', 'ContractDocument']));
  expect([...reached].filter(isNode)).toEqual([]);
});

test('every event type names what it is about by an id of its own', () => {
  const deckId = '01900000-0000-7000-8000-00000000aaaa';
  for (const { name, sample } of catalogue.eventTypes) {
    const subject = eventSubject({ type: name, data: { ...sample }, deckId });
    expect([name, subject]).toEqual([name, { type: expect.any(String), id: expect.stringMatching(/^[\da-f-]{36}$/) }]);
    expect(catalogue.nodes.names).toContain(subject?.type);
  }
  expect(eventSubject({ type: 'property.made', data: { contractId: deckId }, deckId })).toBeNull();
});
