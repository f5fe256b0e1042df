import { AppError, notFound } from '../../errors.ts';
import { file, type Route, route } from '../../http/route.ts';
import type { AudioStore } from '../../speech/audio-store.ts';
import { captions } from './captions.ts';
import { readPresentation } from './presentation.reader.ts';

/** Named by its content, it never changes. Others on the way may not keep it: it may speak of a homeowner. */
const forEver = { 'Cache-Control': 'private, max-age=31536000, immutable' };

const tag = 'Presentations';

export function audioRoutes(store: AudioStore): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/audio/{audioKey}.mp3',
      summary: 'Get what was spoken, or with a Range header a part of it',
      answers: {
        200: file('audio/mpeg', 'The audio.'),
        206: file('audio/mpeg', 'The part that was asked for.'),
        304: { description: 'The client has it already: If-None-Match names its ETag.' },
      },
      refuses: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
      handle: async ({ path }) => {
        const audio = await store.audio(path('audioKey')).catch(storageIsAway);
        if (audio === null) throw notFound('audio', path('audioKey'));
        return { body: audio, isRanged: true, headers: { ...forEver, ETag: `"${path('audioKey')}"` } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/presentations/{presentationId}/slides/{slideId}.vtt',
      summary: 'Get the captions of a slide as WebVTT',
      answers: { 200: { description: 'The captions.', mediaType: 'text/vtt', schema: { type: 'string' } } },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const { slides } = await readPresentation(scope, path('presentationId'));
        const wanted = path('slideId');
        const slide = slides.find(({ id, slideId }) => id === wanted || slideId === wanted);
        if (slide === undefined) throw notFound('slide of this presentation', wanted);
        return { body: Buffer.from(captions(slide.wordTimings)) };
      },
    }),
  ];
}

function storageIsAway(cause: unknown): never {
  throw new AppError('UNAVAILABLE', 'The audio storage does not answer right now; try again shortly.', [], { cause });
}
