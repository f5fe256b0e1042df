import { eventData, eventType, sampleId } from '../../kit/live/index.ts';
import { LinkScope } from './presentation-link.entity.ts';

/**
 * Whoever receives events learns nothing that opens a link, and not its name: sellers write for whom it is there, and that
 * is a homeowner.
 */
interface LinkFacts {
  linkId: string;
  presentationId: string;
}

const { id, changed } = eventData;
const facts = {
  linkId: { ...id, description: 'The link.' },
  presentationId: { ...id, description: 'The presentation.' },
};
const sample = { linkId: sampleId, presentationId: sampleId };

export const linkCreated = eventType<LinkFacts & { scope: LinkScope; expiresAt: string }>(
  'link.created',
  'A link to a presentation was made.',
  'A link to the presentation of {{deck.name}} for {{homeowner.full_name}} was made.',
  {
    ...facts,
    scope: { type: 'string', enum: Object.values(LinkScope), description: 'What it gives.' },
    expiresAt: { ...eventData.time, description: 'Time from which it opens nothing.' },
  },
  { ...sample, scope: LinkScope.VIEW, expiresAt: '2026-01-31T12:00:00.000Z' },
);
/** Recorded when a browser opens a link: thirty times an hour at most. */
export const linkVisited = eventType<LinkFacts & { visitCount: number }>(
  'link.visited',
  'A link to a presentation was opened; visitCount counts how often so far. At most 30 are recorded for one link in an hour.',
  'A link to the presentation of {{deck.name}} for {{homeowner.full_name}} was opened.',
  { ...facts, visitCount: { type: 'integer', description: 'How often it was opened so far.' } },
  { ...sample, visitCount: 1 },
);
/** Recorded with each change; `changed` names the fields. */
export const linkUpdated = eventType<LinkFacts & { changed: string[] }>(
  'link.updated',
  'A link to a presentation was changed: its name, its scope or its expiry.',
  'A link to the presentation of {{deck.name}} for {{homeowner.full_name}} was changed.',
  { ...facts, changed },
  { ...sample, changed: ['expiresAt'] },
);
/** Recorded when a link is revoked. */
export const linkRevoked = eventType<LinkFacts>(
  'link.revoked',
  'A link to a presentation was revoked.',
  'A link to the presentation of {{deck.name}} for {{homeowner.full_name}} was revoked.',
  facts,
  sample,
);
