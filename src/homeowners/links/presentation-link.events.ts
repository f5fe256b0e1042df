import { eventData, eventType, sampleId } from '../../kit/live/index.ts';

/** Ids only: whoever receives events learns nothing that opens a link. */
interface LinkFacts {
  linkId: string;
  presentationId: string;
}

const { id, changed } = eventData;
const facts = { linkId: id, presentationId: id };
const sample = { linkId: sampleId, presentationId: sampleId };

export const linkCreated = eventType<LinkFacts>('link.created', 'A link to a presentation was made.', facts, sample);
/** Recorded when a browser opens a link: thirty times an hour at most. */
export const linkVisited = eventType<LinkFacts & { visitCount: number }>(
  'link.visited',
  'A link to a presentation was opened; visitCount counts how often so far. At most 30 are recorded for one link in an hour.',
  { ...facts, visitCount: { type: 'integer' } },
  { ...sample, visitCount: 1 },
);
/** Recorded with each change; `changed` names the fields. */
export const linkUpdated = eventType<LinkFacts & { changed: string[] }>(
  'link.updated',
  'A link to a presentation was changed: its name, its scope or its expiry.',
  { ...facts, changed },
  { ...sample, changed: ['expiresAt'] },
);
/** Recorded when a link is revoked. */
export const linkRevoked = eventType<LinkFacts>('link.revoked', 'A link to a presentation was revoked.', facts, sample);
