import { AppError, notFound } from '../../kit/core/index.ts';
import { file, notModified, type Route, route, signedQuery } from '../../kit/http/index.ts';
import type { AudioStore } from '../../engines/audio/audio-store.ts';
import { isAudioVisible } from './audio.reader.ts';
import { captions } from './captions.ts';
import { findPresentationFaq, findPresentationSlide } from '../presentations/presentation-part.reader.ts';
import { readPresentation } from '../presentations/presentation.reader.ts';

/**
 * The URL holds the hash of the content, so a file never changes. Private: it may name the homeowner, so shared caches
 * must not store it.
 */
const forEver = { 'Cache-Control': 'private, max-age=31536000, immutable' };

const audioHeaders = ['ETag', 'Cache-Control', 'Accept-Ranges'] as const;

const shared = { tag: 'Presentations', extension: true, method: 'GET' } as const;

/** REST routes of audio files and of captions. Audio supports Range requests for players that seek. */
export function audioRoutes(store: AudioStore): Route[] {
  return [
    route({
      ...shared,
      path: '/api/audio/{audioKey}.mp3',
      operationId: 'getAudio',
      query: signedQuery,
      summary: 'Get an audio file, or with a Range header a part of it',
      description: 'Audio never changes: clients may cache it forever, shared caches must not store it.',
      responses: {
        200: file('audio/mpeg', 'The audio.', audioHeaders),
        206: file('audio/mpeg', 'The requested range.', [...audioHeaders, 'Content-Range']),
        304: notModified(audioHeaders),
      },
      errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
      handle: async ({ scope, path }) => {
        const isVisible = await isAudioVisible(scope, path('audioKey'));
        const audio = isVisible ? await store.audio(path('audioKey')).catch(storageIsAway) : null;
        if (audio === null) throw notFound('audio', path('audioKey'));
        return { body: audio, isRanged: true, headers: { ...forEver, ETag: `"${path('audioKey')}"` } };
      },
    }),
    ...captionsRoutes(),
  ];
}

const vtt = { 200: { description: 'The captions.', mediaType: 'text/vtt', schema: { type: 'string' } } } as const;

function captionsRoutes(): Route[] {
  return [
    route({
      ...shared,
      path: '/api/presentations/{presentationId}/slides/{slideId}.vtt',
      operationId: 'getCaptions',
      query: signedQuery,
      summary: 'Get the captions of a slide as WebVTT',
      description:
        'Each word has a timestamp, so that players can highlight it. slideId is the id of the slide of the presentation, or the id or slideId of the slide of the deck.',
      responses: vtt,
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const { id } = await readPresentation(scope, path('presentationId'));
        const slide = await findPresentationSlide(scope.em, id, path('slideId'));
        if (slide === null) throw notFound('slide of this presentation', path('slideId'));
        return { body: Buffer.from(captions(slide.wordTimings)) };
      },
    }),
    route({
      ...shared,
      path: '/api/presentations/{presentationId}/faqs/{faqId}.vtt',
      operationId: 'getFaqCaptions',
      query: signedQuery,
      summary: 'Get the captions of the answer of a FAQ as WebVTT',
      description: 'As those of a slide. faqId is the id of the FAQ of the presentation, or of the FAQ of the deck.',
      responses: vtt,
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const { id } = await readPresentation(scope, path('presentationId'));
        const faq = await findPresentationFaq(scope.em, id, path('faqId'));
        if (faq === null) throw notFound('FAQ of this presentation', path('faqId'));
        return { body: Buffer.from(captions(faq.wordTimings)) };
      },
    }),
  ];
}

function storageIsAway(cause: unknown): never {
  throw new AppError(
    'audio_storage_unavailable',
    'The audio storage does not answer right now; try again shortly.',
    [],
    { cause },
  );
}
