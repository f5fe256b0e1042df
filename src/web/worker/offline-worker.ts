import { fileAnswer, pageAnswer } from './answers.ts';
import { fileKey, isImmutable } from './files.ts';
import { dropOld, Keeper } from './keeper.ts';
import type { WorkerRequest } from './kept.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Lets pages of links open and play without a network. What a page loads is in one cache for each link, with the page itself:
 * a new worker and a new build leave open pages what they have.
 */
const keeper = new Keeper();

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), dropOld()])));

self.addEventListener('message', (event) => {
  const request = requestOf(event.data);
  if (request?.type === 'keep') event.waitUntil(keeper.keep(request.token, request.isOpening));
  if (request?.type === 'forget') event.waitUntil(keeper.forget(request.token));
});

/** The message of a page; null for one of another build. */
function requestOf(data: unknown): WorkerRequest | null {
  const { type, token, isOpening } = (data ?? {}) as Record<string, unknown>;
  if (typeof token !== 'string' || !/^[\w-]{1,200}$/.test(token)) return null;
  if (type === 'keep') return { type, token, isOpening: isOpening === true };
  return type === 'forget' ? { type, token } : null;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    // A page in a frame is answered by the server: its policy lists who may embed it.
    if (request.destination === 'document') event.respondWith(pageAnswer(request));
  } else if (isImmutable(fileKey(request.url)) || ['image', 'audio'].includes(request.destination)) {
    event.respondWith(fileAnswer(request));
  }
});
