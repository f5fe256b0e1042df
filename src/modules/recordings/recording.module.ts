import type { Module } from '../../module.ts';
import type { AudioStore } from '../../speech/audio-store.ts';
import { audioRoutes } from './audio.routes.ts';

export const recordingModule: Module<{ readonly speech: { readonly store: AudioStore } }> = {
  routes: ({ speech }) => audioRoutes(speech.store),
};
