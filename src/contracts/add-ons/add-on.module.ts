import type { Module } from '../../kit/module.ts';
import { needs } from '../../kit/rights/index.ts';
import * as addOnEvents from './add-on.events.ts';
import { AddOnResolver } from './add-on.resolver.ts';
import { addOnRoutes } from './add-on.routes.ts';
import type { AddOnService } from './add-on.service.ts';

/** What homeowners add to their offers. */
export const addOnModule: Module<{ readonly addOns: AddOnService }> = {
  operations: { selectAddOns: needs('presentations:write') },
  events: Object.values(addOnEvents),
  resolvers: [AddOnResolver],
  instances: ({ addOns }) => [new AddOnResolver(addOns)],
  routes: ({ addOns }) => addOnRoutes(addOns),
};
