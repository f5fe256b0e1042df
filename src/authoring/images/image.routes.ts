import { id, time, view, viewOf } from '../../kit/data/index.ts';
import { notFound } from '../../kit/core/index.ts';
import {
  file,
  listResponse,
  notModified,
  pageQuery,
  pageRequest,
  type Route,
  route,
  signedQuery,
  wrapped,
  wrappedList,
} from '../../kit/http/index.ts';
import { imageTypes, smallerWidths, storedType } from './encoded-image.ts';
import { type Image, imageAttributes } from './image.entity.ts';
import { findImage, listImages } from './image.reader.ts';
import type { ImageService } from './image.service.ts';
import type { ImageStore } from './image-store.ts';
import { storedWidth } from './image-url.ts';

const imageView = view<Image, 'unusedSince' | 'updatedAt'>('Image', {
  id,
  deckId: id,
  ...viewOf(imageAttributes),
  createdAt: time,
});

const shared = { tag: 'Images', extension: true } as const;

/**
 * The URL holds the hash of the content, so a file never changes. Private: shared caches must not store what only a link
 * opens. It is shown by itself as nothing but an image, whatever a browser takes it for.
 */
const asImage = {
  'Cache-Control': 'private, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

const fileHeaders = ['ETag', 'Cache-Control', 'Accept-Ranges', 'Content-Security-Policy'] as const;

export interface ImageDependencies {
  readonly images: ImageService;
  readonly imageFiles: { readonly store: ImageStore; readonly mostBytes: number };
}

export function imageRoutes({ images, imageFiles: { store, mostBytes } }: ImageDependencies): Route[] {
  return [
    route({
      ...shared,
      method: 'POST',
      path: '/api/decks/{deckId}/images',
      operationId: 'uploadImage',
      summary: 'Store an image for the slides of a deck',
      description: `The body is the file: PNG, JPEG, WebP, AVIF or GIF, of which the first frame is taken. It is stored as WebP, upright, at most 2,560 pixels on each side, and without metadata such as places. Its url is for heroImg of a slide. The same image again is the one that the deck has. A file may have ${mostBytes.toLocaleString('en-US')} bytes.`,
      upload: { types: imageTypes, mostBytes },
      responses: { 201: wrapped('image', imageView, 'The stored image.') },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path, bytes }) => {
        const image = await images.upload(scope, path('deckId'), { bytes, pointer: '' });
        return { status: 201, body: { image: imageView.write(image) } };
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/decks/{deckId}/images',
      operationId: 'listImages',
      summary: 'List the images of a deck, newest first',
      description: 'Those that were uploaded to it. One that nothing names is removed in time.',
      query: pageQuery,
      responses: { 200: wrappedList('images', imageView, 'A page of images.') },
      errors: ['NOT_FOUND'],
      handle: async (request) => {
        const wanted = { deckId: request.path('deckId'), ...pageRequest(request) };
        return listResponse('images', imageView, await listImages(request.scope, wanted, imageView.shown));
      },
    }),
    fileRoute(store),
  ];
}

const widthQuery = {
  width: {
    schema: { type: 'integer', enum: smallerWidths },
    description: 'Width in pixels of a smaller file. An image that is no wider is given whole.',
  },
  ...signedQuery,
} as const;

function fileRoute(store: ImageStore): Route {
  return route({
    ...shared,
    method: 'GET',
    path: '/api/images/{imageKey}.webp',
    operationId: 'getImage',
    query: widthQuery,
    summary: 'Get an image, or with a Range header a part of it',
    description:
      'As url of an image names it. Images never change: clients may cache them forever, shared caches must not store them.',
    responses: {
      200: file(storedType, 'The image.', fileHeaders),
      206: file(storedType, 'The requested range.', [...fileHeaders, 'Content-Range']),
      304: notModified(fileHeaders),
    },
    errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
    handle: async ({ scope, path, query: { width: wanted } }) => {
      const key = path('imageKey');
      const image = await findImage(scope, key);
      const width = image && storedWidth(wanted, image.width);
      const bytes = image && (await store.read(key, width));
      if (bytes === null) throw notFound('image', key);
      const tag = width === null ? `"${key}"` : `"${key}-${width}"`;
      return { body: bytes, isRanged: true, headers: { ...asImage, ETag: tag } };
    },
  });
}
