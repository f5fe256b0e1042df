import { jsonPieces } from '../../kit/core/index.ts';
import { created, type Route, route, wrapped } from '../../kit/http/index.ts';
import { componentRef, jsonType } from '../../kit/input/index.ts';
import { deckView, newDeckResponse } from '../decks/deck.routes.ts';
import { DeckFile, mostBytesOfFile } from './deck-file.inputs.ts';
import type { DeckFileService } from './deck-file.service.ts';

const shared = { tag: 'Decks', extension: true } as const;

/** Routes that carry a deck to another server, or keep it for later. */
export function deckFileRoutes(files: DeckFileService): Route[] {
  return [
    route({
      ...shared,
      method: 'GET',
      path: '/api/decks/{deckId}/export',
      operationId: 'exportDeck',
      summary: 'Export a deck as one JSON file',
      description:
        'With its slides, FAQs, translations, brand and the stored images of its slides, as importDeck takes it. Recordings that this server stores are left out. An error during the transfer truncates the document.',
      responses: {
        200: {
          description: 'The file.',
          // Written in pieces, so that no ETag is ahead of them.
          mediaType: jsonType,
          schema: componentRef(DeckFile.name),
          headers: ['Content-Disposition'],
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const { name, contents, images } = await files.export(scope, path('deckId'));
        return {
          pieces: jsonPieces({ ...contents }, { images }),
          headers: { 'Content-Disposition': `attachment; filename="${fileNameOf(name)}"` },
        };
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/decks/import',
      operationId: 'importDeck',
      summary: 'Create a deck from a file',
      description: `The file is what exportDeck answers, of this server or another one. The whole deck is created, or nothing. Each image is decoded and written anew. A body may have ${mostBytesOfFile.toLocaleString('en-US')} bytes.`,
      body: DeckFile,
      mostBodyBytes: mostBytesOfFile,
      responses: { 201: created(wrapped('deck', deckView, 'The new deck.')) },
      errors: ['UNPROCESSABLE'],
      handle: async ({ scope, body }) => newDeckResponse(await files.import(scope, body)),
    }),
  ];
}

/** A name for the file that every system takes, such as `roof-and-solar.deck.json`. */
function fileNameOf(deckName: string): string {
  const words =
    deckName
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const stem = words.join('-').slice(0, 80);
  return `${stem === '' ? 'deckcast' : stem}.deck.json`;
}
