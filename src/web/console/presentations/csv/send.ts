import { type Client, CombinedError } from '@urql/core';
import { problemOf } from '../../api/problems.ts';
import { randomId } from '../../../story/random-id.ts';
import { inputOf } from '../details.ts';
import { type Ready, refusalOf, type Refused } from './checks.ts';
import { CreatePresentationsDocument } from './create-many.graphql.ts';

/** Lines of one request. The API takes 200: fewer show progress, and repeat less after a lost connection. */
const blockLength = 20;
/** How often a block is sent anew where the server has no time or no answer came, and after how long, in milliseconds. */
const mostTries = 4;
const pauseMs = 1_500;

/** Lines that are sent together, under a key of their own: the server makes none of them twice. */
export interface Block {
  readonly key: string;
  readonly lines: readonly Ready[];
}

export interface Outcome {
  readonly madeCount: number;
  readonly refused: readonly Refused[];
}

export function blocksOf(lines: readonly Ready[]): readonly Block[] {
  const count = Math.ceil(lines.length / blockLength);
  return Array.from({ length: count }, (_, at) => ({
    key: randomId(),
    lines: lines.slice(at * blockLength, (at + 1) * blockLength),
  }));
}

/**
 * Sends a block. What was made is remembered for the rest of this visit.
 *
 * @throws CombinedError once it was tried in vain; the block may be sent again as it is
 */
export async function sendBlock(client: Client, deckId: string, { key, lines }: Block): Promise<Outcome> {
  const inputs = lines.map(({ details }) => inputOf(details));
  for (let tries = 1; ; tries += 1) {
    const { data, error } = await client
      .mutation(CreatePresentationsDocument, { deckId, inputs, idempotencyKey: key })
      .toPromise();
    if (data?.createPresentations) {
      const { results } = data.createPresentations;
      const refused = results.flatMap(({ problem }, at) => {
        const line = lines[at];
        return problem === null || line === undefined ? [] : [refusalOf(line.line, problem)];
      });
      rememberMade(
        client,
        deckId,
        lines.filter((_, at) => results[at]?.problem === null),
      );
      return { madeCount: results.length - refused.length, refused };
    }
    if (error === undefined || tries === mostTries || !isTemporary(error)) {
      throw error ?? new CombinedError({ networkError: new Error('The server has answered nothing.') });
    }
    const { retryAfterSeconds } = problemOf(error) ?? {};
    await new Promise((go) => setTimeout(go, Math.max(pauseMs * tries, (retryAfterSeconds ?? 0) * 1_000)));
  }
}

const isTemporary = (error: CombinedError): boolean =>
  error.networkError !== undefined || [429, 503].includes(problemOf(error)?.status ?? 0);

/** The lines of which presentations were made, by the client of the visitor: neither outlives the visit. */
const madeLines = new WeakMap<Client, Set<string>>();
const nameOf = (deckId: string, { details }: Ready): string => JSON.stringify([deckId, details]);

function rememberMade(client: Client, deckId: string, lines: readonly Ready[]): void {
  const made = madeLines.get(client) ?? new Set();
  for (const line of lines) made.add(nameOf(deckId, line));
  madeLines.set(client, made);
}

/** Whether a presentation of this line was made already, as when a mended file is sent as a whole. */
export const isMade = (client: Client, deckId: string, line: Ready): boolean =>
  madeLines.get(client)?.has(nameOf(deckId, line)) ?? false;
