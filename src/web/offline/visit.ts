import { read, write } from '../story/memory.ts';

const openedKey = 'deckcast.opened';

/** Whether opening the link is a visit, and no reload. */
export function isVisit(token: string): boolean {
  return read(() => sessionStorage, openedKey) !== token;
}

/** Notes that a visit is counted. @param token that the link has from now on */
export function noteVisit(token: string): void {
  write(() => sessionStorage, openedKey, token);
}
