import type { EventAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import type { TestApp } from '../helpers/test-app.ts';

/**
 * Tells what was recorded since it was made, read through `GET /api/events`. It publishes a marker of its own and waits
 * until readers see it: then they see all that came before, too, and "nothing was recorded" is a fact, not a race.
 */
export class EventRecorder {
  #after: string;

  private constructor(
    private readonly app: TestApp,
    marker: EventAnswer,
  ) {
    this.#after = marker.cursor;
  }

  static async start(app: TestApp): Promise<EventRecorder> {
    return new EventRecorder(app, await publishMarker(app));
  }

  /** The events since the last look, oldest first. */
  async taken(): Promise<EventAnswer[]> {
    const marker = await publishMarker(this.app);
    const events = await eventually(
      async () => {
        const { body } = await this.app.rest.get<{ events: EventAnswer[] }>(
          `/api/events?limit=200&after=${this.#after}`,
        );
        return body.events.some(({ id }) => id === marker.id) && body.events;
      },
      { what: 'the marker event' },
    );
    this.#after = marker.cursor;
    return events.filter(({ type }) => type !== marker.type);
  }

  /** As `taken`, in the form that a test compares: type, deck and data. */
  async facts(): Promise<Pick<EventAnswer, 'type' | 'deckId' | 'data'>[]> {
    return (await this.taken()).map(({ type, deckId, data }) => ({ type, deckId, data }));
  }
}

async function publishMarker(app: TestApp): Promise<EventAnswer> {
  const { body } = await app.rest.post<{ event: EventAnswer }>('/api/events', { type: 'test.marker' });
  return body.event;
}
