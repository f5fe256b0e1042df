import axe from 'axe-core';
import type { Watcher } from './watcher.ts';

const lit: Record<string, number> = {};
const audio = (): HTMLAudioElement | null => document.querySelector('audio');

const driver: Watcher = {
  async noteLitWords() {
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const { classList, dataset } = target as HTMLElement;
        if (classList.contains('is-lit')) lit[dataset['word'] ?? ''] ??= audio()?.currentTime ?? Infinity;
      }
    }).observe(document.body, { subtree: true, attributeFilter: ['class'] });
  },

  async litWords() {
    return lit;
  },

  async faults() {
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]);
  },

  async isCutOff() {
    return document.documentElement.scrollWidth > innerWidth;
  },

  async isFullscreen() {
    return document.fullscreenElement !== null;
  },

  async isMuted() {
    return audio()?.muted === true;
  },

  async direction() {
    return document.documentElement.dir;
  },

  async shift() {
    return new Promise((resolve) => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
        resolve(shifts.reduce((sum, { value }) => sum + value, 0));
      }).observe({ type: 'layout-shift', buffered: true });
      // Where nothing has moved, nobody calls.
      setTimeout(resolve, 500, 0);
    });
  },
};

Object.assign(globalThis, { driver });
