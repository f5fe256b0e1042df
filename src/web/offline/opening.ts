import { type Kept, nameOf, type Signing } from '../worker/kept.ts';
import { keptFor } from './device.ts';
import type { Presentation } from '../story/answers.ts';
import { GuestApi, isAway } from '../story/api.ts';
import { isVisit, noteVisit } from './visit.ts';

/** What the page has once its link is open. */
export interface Opened {
  readonly api: GuestApi;
  readonly token: string;
  readonly presentation: Presentation;
  /** Names the link in this browser; it opens nothing. */
  readonly name: string;
  /** Whether this is a visit, and no reload. */
  readonly isVisit: boolean;
  /** Whether no server answered: what is shown is what this device has kept. */
  readonly isKept: boolean;
  /** What this device may sign without a network. */
  readonly signing: Signing | null;
}

/** How long the server has to answer when the link is kept, in milliseconds. */
const idleTimeoutMs = 5_000;

export const addressToken = (): string => location.pathname.slice('/p/'.length);

/** Opens the link of the address; without a network, as this device has kept it. */
export async function openLink(): Promise<Opened> {
  const token = addressToken();
  // Requested first: looking at what is kept takes as long as a frame.
  const answer = openOnline(token);
  answer.catch(() => undefined);
  const kept = await keptFor(token);
  if (kept === null) return answer;
  const late = new Promise<Opened>((resolve) => setTimeout(() => resolve(openedFrom(kept)), idleTimeoutMs));
  return Promise.race([answer, late]).catch((error: unknown) => {
    if (isAway(error)) return openedFrom(kept);
    throw error;
  });
}

/** The opening is counted when the page is next opened with a network. */
function openedFrom({ token, presentation, signing }: Kept): Opened {
  const opened = { api: new GuestApi(token), token, presentation, name: nameOf(token), signing };
  return { ...opened, isVisit: false, isKept: true };
}

/**
 * The first visit of a one-time link gives another token: it goes into the address, so that this tab and its history go on.
 */
async function openOnline(given: string): Promise<Opened> {
  // Requested beside the visit. A one-time link shows nothing before its first visit, and is read again.
  const first = new GuestApi(given);
  const early = first.presentation();
  early.catch(() => undefined);
  let token = given;
  const isFirst = isVisit(token);
  if (isFirst) {
    const next = await new GuestApi(token).visit();
    if (next !== null) {
      token = next;
      history.replaceState(null, '', `/p/${token}`);
    }
    noteVisit(token);
  }
  // What it has read is not sent again, by a new request or by its stream.
  const api = token === given ? first : new GuestApi(token);
  const presentation = await (token === given ? early : api.presentation());
  return { api, token, presentation, name: nameOf(token), isVisit: isFirst, isKept: false, signing: null };
}
