import { needs, orSigned } from '../../kit/rights/index.ts';
import { tableNode } from '../../kit/graphql/index.ts';
import type { Module } from '../../kit/module.ts';
import { Image } from './image.entity.ts';
import { imagesById } from './image.reader.ts';
import { DeckImagesResolver, ImageResolver } from './image.resolver.ts';
import { type ImageDependencies, imageRoutes } from './image.routes.ts';

/** Images of decks, which slides name. */
export const imageModule: Module<ImageDependencies> = {
  operations: {
    uploadImage: needs('decks:write'),
    listImages: needs('decks:read'),
    getImage: orSigned(needs('decks:read')),
  },
  tags: { Images: 'Images that are stored for the slides of decks.' },
  pathParameters: {
    imageKey: {
      schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      description: 'The name of the image: 64 hexadecimal digits, as its url has it.',
    },
  },
  entities: [Image],
  nodes: { Image: tableNode(Image, imagesById, 'decks:read') },
  resolvers: [ImageResolver, DeckImagesResolver],
  instances: ({ images }) => [new ImageResolver(images)],
  routes: imageRoutes,
};
