import type { EventType } from '../../kit/live/index.ts';
import { needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import type { DataSchemas } from './data-schemas.ts';
import { eventTypeRoutes } from './event-type.routes.ts';

interface Dependencies {
  readonly catalogue: { readonly eventTypes: readonly EventType[] };
  /** Types that channels send. */
  readonly deliveredTypes: readonly EventType[];
  readonly schemas: DataSchemas;
  readonly address: { readonly publicUrl: string | null };
}

/** What programs read of event types: the schemas of their data, and the AsyncAPI document. */
export const eventTypeModule: Module<Dependencies> = {
  operations: {
    getEventTypeSchema: needs([]),
    getAsyncApiDocument: needs([]),
  },
  pathParameters: {
    eventType: {
      schema: { type: 'string', maxLength: 100 },
      description: 'The name of an event type.',
      example: 'contract.signed',
    },
  },
  routes: ({ catalogue, deliveredTypes, schemas, address }) =>
    eventTypeRoutes(catalogue.eventTypes, deliveredTypes, schemas, address.publicUrl),
};
