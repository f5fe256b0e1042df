import { readJson, write } from '../story/memory.ts';

/** A hand-over of the device, as its tab keeps it: a reload does not end it. */
interface Handed {
  readonly presentationId: string;
  /** Digits that the seller chose for this hand-over alone. */
  readonly pin: string;
  /** How often another PIN was given, and until when none is taken, in milliseconds since 1970. */
  readonly wrong: number;
  readonly waitUntil: number;
}

const key = 'deckcast.handed';

/** How many wrong PINs are taken without a wait, and how long each later one lets wait, in milliseconds. */
const freeTries = 5;
const waitMs = 30_000;

/** Counts where the browser forbids storage. */
let current: Handed | null = null;

function keep(handed: Handed | null): void {
  current = handed;
  write(() => sessionStorage, key, JSON.stringify(handed));
}

function handedWith(presentationId: string): Handed | null {
  current ??= readJson(() => sessionStorage, key) as Handed | null;
  return current?.presentationId === presentationId ? current : null;
}

/** Whether the device is with those who sign. */
export function isHandedOver(presentationId: string): boolean {
  return handedWith(presentationId) !== null;
}

/** Begins a hand-over, which ends with the same PIN. */
export function handOver(presentationId: string, pin: string): void {
  keep({ presentationId, pin, wrong: 0, waitUntil: 0 });
}

/** Ends a hand-over where the PIN is right. `wait`: no PIN is taken for some time. */
export function takeBack(presentationId: string, pin: string): 'done' | 'wrong' | 'wait' {
  const handed = handedWith(presentationId);
  if (handed === null) return 'done';
  if (Date.now() < handed.waitUntil) return 'wait';
  if (pin === handed.pin) {
    keep(null);
    return 'done';
  }
  const wrong = handed.wrong + 1;
  const mustWait = wrong >= freeTries;
  keep({ ...handed, wrong, waitUntil: mustWait ? Date.now() + waitMs : 0 });
  return mustWait ? 'wait' : 'wrong';
}
