import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type RequestScope, selectOne } from '../../kit/data/index.ts';
import { AppError } from '../../kit/core/index.ts';
import { subscriptionsById } from '../subscriptions/subscription.reader.ts';
import type { SubscriptionSecrets } from '../subscriptions/subscription.secrets.ts';
import { PlaygroundReceiver } from './playground-receiver.entity.ts';
import { SignatureVerdict } from './playground-request.entity.ts';
import { verdictOn } from './signature-verdict.ts';

/** Requests that are kept of one receiver. */
const mostRequests = 100;

/** Headers whose values are not kept: they may be credentials of the sender, and whoever reads requests may read no secrets. */
const credentialHeader = /auth|cookie|key|password|secret|token/i;
const mask = '********';

/** A request as it arrived. */
export interface Arrival {
  readonly headers: IncomingHttpHeaders;
  /** Null for one that is larger than is kept. */
  readonly body: Buffer | null;
  readonly status: number;
}

/** Finds receivers by their tokens, and keeps what they are sent. Nobody who sends learns anything from it. */
export class RequestKeeper {
  constructor(
    private readonly newScope: () => RequestScope,
    private readonly secrets: SubscriptionSecrets,
  ) {}

  /** The receiver of a token, while it is kept. */
  find(token: string): Promise<PlaygroundReceiver | null> {
    return selectOne(this.newScope().em, PlaygroundReceiver, sql`where token = ${token} and expires_at > now()`);
  }

  /** Keeps a request, and the last ones before it. Nothing is recorded as an event: nothing is sent because of it. */
  async keep(receiver: PlaygroundReceiver, { headers, body, status }: Arrival): Promise<void> {
    const scope = this.newScope();
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
    const verdict = body === null ? SignatureVerdict.UNCHECKED : await this.#verdict(receiver, texts, body);
    const masked = Object.entries(texts).map(([name, value]) => [
      plain(name),
      credentialHeader.test(name) ? mask : plain(value),
    ]);
    const [shown, text] = [JSON.stringify(Object.fromEntries(masked)), body === null ? null : plain(body.toString())];
    await inTransaction(scope, async ({ em }) => {
      const database = em.getKysely<unknown>();
      await sql`
        insert into playground_request (id, created_at, receiver_id, headers, body, verdict, status)
        select ${uuidv7()}, now(), id, ${shown}::jsonb, ${text}, ${verdict}, ${status} from playground_receiver
        where id = ${receiver.id} for key share`.execute(database);
      await sql`
        delete from playground_request where id in (
          select id from playground_request where receiver_id = ${receiver.id}
          order by created_at desc, id desc offset ${sql.lit(mostRequests)})`.execute(database);
    });
  }

  /** Unchecked without a subscription, and while its secret cannot be read. */
  async #verdict(
    { subscriptionId }: PlaygroundReceiver,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
  ): Promise<SignatureVerdict> {
    if (subscriptionId === null) return SignatureVerdict.UNCHECKED;
    const { em, now } = this.newScope();
    const [subscription = null] = await subscriptionsById(em, [subscriptionId]);
    if (subscription === null) return SignatureVerdict.UNCHECKED;
    try {
      const { secret, previousSecret } = this.secrets.open(subscription, now());
      return verdictOn(
        { headers, body },
        [secret, previousSecret].filter((one) => one !== null),
        now(),
      );
    } catch (error) {
      if (error instanceof AppError) return SignatureVerdict.UNCHECKED;
      throw error;
    }
  }
}

/** What PostgreSQL stores: text has no zero bytes. */
function plain(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
