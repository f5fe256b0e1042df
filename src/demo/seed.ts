import { Deck } from '../authoring/decks/deck.entity.ts';
import { Faq } from '../authoring/faqs/faq.entity.ts';
import { Slide } from '../authoring/slides/slide.entity.ts';
import { NotificationSubscription } from '../delivery/subscriptions/subscription.entity.ts';
import type { SubscriptionSecrets } from '../delivery/subscriptions/subscription.secrets.ts';
import { inTransaction, type RequestScope, takeTurn, tryLock } from '../kit/data/index.ts';
import { demoDeckId, demoFile, demoSubscription } from './demo-deck.ts';

/** Fills an empty database with the demo deck. Does nothing when there is any deck. */
export async function seedDemo(
  scope: RequestScope,
  secrets: SubscriptionSecrets,
  stopping?: AbortSignal,
): Promise<void> {
  await inTransaction(scope, async ({ em }) => {
    const tryTake = (): Promise<boolean> => tryLock(em.getKysely<unknown>(), 'demo');
    await takeTurn({ tryTake, what: 'fills the database with the demo', log: scope.log, stopping });
    if ((await em.count(Deck)) > 0) return;
    const deck = Object.assign(new Deck(), demoFile.deck, { id: demoDeckId });
    em.persist(deck);
    const subscription = Object.assign(new NotificationSubscription(), demoSubscription);
    em.persist(Object.assign(subscription, secrets.seal(subscription)));
    for (const [orderIndex, slide] of demoFile.slides.entries()) {
      em.persist(Object.assign(new Slide(), slide, { deckId: deck.id, orderIndex }));
    }
    for (const [index, faq] of demoFile.faqs.entries()) {
      // FAQs are listed by age.
      const createdAt = new Date(deck.createdAt.getTime() + index);
      em.persist(Object.assign(new Faq(), faq, { deckId: deck.id, createdAt, updatedAt: createdAt }));
    }
  });
}
