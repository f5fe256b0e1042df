import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildSchema, getNamedType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

/** What is free by nature: decision 0143 has the reasons. `payload` stands in every type of event. */
const free = `CreateDeckInput.variables CreateFaqInput.translations CreateSlideInput.translations
  CreateSubscriptionInput.channelConfig CreateSubscriptionInput.filter DeadJob.data Deck.variables Event.payload
  EventType.sample EventType.schema ImportDeckInput.file JobDeadEventData.data NotificationSubscription.filter OfferTier.stored
  OfferWording.best OfferWording.better OfferWording.good PlaygroundRequest.headers ProductDataInput.best ProductDataInput.better ProductDataInput.good PublishEventInput.data
  Query.deckFile Query.tryFilter(filter) UpdateDeckInput.variables UpdateFaqInput.translations UpdateSlideInput.translations
  UpdateSubscriptionInput.channelConfig UpdateSubscriptionInput.filter`.split(/\s+/);

test('JSON without a shape stands where it is free by nature, and nowhere else', () => {
  const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  const isJson = ({ type }: { type: Parameters<typeof getNamedType>[0] }): boolean =>
    getNamedType(type)?.name === 'JSONObject';
  const found = Object.values(schema.getTypeMap()).flatMap((type): string[] => {
    if (isInputObjectType(type)) {
      return Object.values(type.getFields()).flatMap((field) => (isJson(field) ? [`${type.name}.${field.name}`] : []));
    }
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const isEvent = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Event');
    return Object.values(type.getFields()).flatMap((field) => [
      ...(isJson(field) && !(isEvent && field.name === 'payload') ? [`${type.name}.${field.name}`] : []),
      ...field.args.filter(isJson).map(({ name }) => `${type.name}.${field.name}(${name})`),
    ]);
  });
  expect(found.toSorted()).toEqual(free);
});
