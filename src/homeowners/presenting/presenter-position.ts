import { createHash } from 'node:crypto';
import { Float, Int, ObjectType } from 'type-graphql';
import { answerOf, attributes, shown, view, viewOf } from '../../kit/data/index.ts';

const presenterPositionAttributes = attributes({
  isPresenting: shown(Boolean, 'Whether somebody presents. If not, the other fields are 0 and false.'),
  slideIndex: shown(Int, 'The place of the slide among those of the presentation, from 0.'),
  positionSeconds: shown(Float, 'How far the slide is played now, in seconds.'),
  isPlaying: shown(Boolean, 'Whether it is played.'),
});

/** Where a presenter is, as whoever follows sees it. */
@ObjectType({
  simpleResolvers: true,
  description: 'Where the presenter of a presentation is, while somebody presents.',
})
export class PresenterPosition extends answerOf(presenterPositionAttributes) {}

export const presenterPositionView = view<PresenterPosition>('PresenterPosition', viewOf(presenterPositionAttributes));

/** Nobody presents. */
export const nobodyPresents: PresenterPosition = {
  isPresenting: false,
  slideIndex: 0,
  positionSeconds: 0,
  isPlaying: false,
};

/** A position as its presenter sends it. */
export interface AnnouncedPosition {
  readonly presentationId: string;
  readonly presenterId: string;
  /** Short name of the key by which the presenter comes; empty where a process of the version before sent it. */
  readonly holder: string;
  /** Counts how often the presentation was taken over: a later presenter counts. */
  readonly term: number;
  /** Rises with each position of a presenter. */
  readonly sequence: number;
  readonly slideIndex: number;
  readonly positionSeconds: number;
  readonly isPlaying: boolean;
  /** Whether the presenter leaves. */
  readonly isFinal: boolean;
}

const id = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const count = String.raw`(\d{1,10})`;
const form = new RegExp(`^lead ${id} ${id} ${count} ${count} ${count} ${count} ([01])([01])(?: ([0-9a-f]{8}))?$`);

/** The name of a key in positions: the same in all processes, and short, as bytes between processes are few. */
export function holderOf(key: string | null): string {
  return createHash('sha256')
    .update(key ?? '')
    .digest('hex')
    .slice(0, 8);
}

/** A position as processes send it to each other: ids and numbers alone. */
export function writeAnnounced(announced: AnnouncedPosition): string {
  const { presentationId, presenterId, holder, term, sequence, slideIndex, positionSeconds, isPlaying, isFinal } =
    announced;
  const milliseconds = Math.round(positionSeconds * 1_000);
  return `lead ${presentationId} ${presenterId} ${term} ${sequence} ${slideIndex} ${milliseconds} ${Number(isPlaying)}${Number(isFinal)} ${holder}`.trimEnd();
}

/** Reads what another process sent; null for anything else. */
export function readAnnounced(text: string): AnnouncedPosition | null {
  const [, presentationId, presenterId, ...rest] = form.exec(text) ?? [];
  if (presentationId === undefined || presenterId === undefined) return null;
  const [term = 0, sequence = 0, slideIndex = 0, milliseconds = 0, playing = 0, final = 0] = rest
    .slice(0, 6)
    .map(Number);
  const [holder = ''] = rest.slice(6);
  const flags = { isPlaying: playing === 1, isFinal: final === 1 };
  return {
    presentationId,
    presenterId,
    holder,
    term,
    sequence,
    slideIndex,
    positionSeconds: milliseconds / 1_000,
    ...flags,
  };
}
