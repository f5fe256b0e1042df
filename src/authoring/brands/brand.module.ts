import type { Module } from '../../kit/module.ts';
import { needs, orSigned } from '../../kit/rights/index.ts';
import { uuidParameter } from '../../kit/http/index.ts';
import { brandRoutes } from './brand.routes.ts';
import { Logo } from './logo.entity.ts';

/** The brand of decks: their colors and logos. It has no GraphQL operation: `brand` is a field of decks. */
export const brandModule: Module = {
  operations: { getLogo: orSigned(needs('decks:read')) },
  pathParameters: { logoId: uuidParameter('The id of the logo, as brand.logo has it.') },
  entities: [Logo],
  routes: brandRoutes,
};
