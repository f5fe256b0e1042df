import {
  type DocumentNode,
  execute,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { holds } from '../access/actor.ts';
import { turns } from '../budget/turns.ts';
import type { GraphQLContext } from '../graphql/context.ts';
import type { SignLink } from '../signing/signed-links.ts';
import { JsonText, jsonOf } from '../kernel/json-text.ts';
import { type Gap, identity, type Outline, outlineOf, type Place } from './outline.ts';
import type { VersionedTexts } from './versioned-texts.ts';

/** A query that is about to run, or a subscription for one row of its stream. */
interface Read {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: GraphQLContext;
  /** The row. */
  readonly root?: unknown;
}

/** An object of the answer to an outline. */
type Row = Record<string, unknown>;

/** Whose texts they are. */
interface Identity {
  readonly id: string;
  readonly version: string;
}

/** What a text that is missing is written with. */
interface Writing {
  readonly context: GraphQLContext;
  readonly sign: SignLink;
}

/**
 * Answers queries and rows of streams with texts that are kept. The executor answers the outline of a query, and so reads the version of
 * each object anew; then texts of that version fill the gaps. Missing ones are written from rows, all of one level in
 * one statement.
 */
export class CachedAnswers {
  readonly #outlines = new WeakMap<OperationDefinitionNode, { readonly outline: Outline | null }>();

  constructor(private readonly texts: VersionedTexts) {}

  /** The data of the answer, its fields of the root as texts. Null where the executor has to answer, and for errors. */
  async answer({ schema, document, operation, variables, context, root }: Read): Promise<Row | null> {
    if (this.texts.isOff || operation.operation === OperationTypeNode.MUTATION) return null;
    const outline = this.#outlineOf(schema, document, operation);
    if (outline === null) return null;
    const { data, errors } = await execute({
      schema,
      document: outline.document,
      variableValues: variables,
      contextValue: context,
      rootValue: root,
    });
    if (errors !== undefined || !data) return null;
    try {
      await this.#fill(data, outline.places, context);
    } catch {
      // The executor reports what failed, at its place in the answer.
      return null;
    }
    const answer: Row = { __proto__: null };
    for (const [key, value] of Object.entries(data)) answer[key] = new JsonText(jsonOf(value));
    return answer;
  }

  #outlineOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Outline | null {
    const known = this.#outlines.get(operation);
    if (known !== undefined) return known.outline;
    const outline = outlineOf(schema, document, operation);
    this.#outlines.set(operation, { outline });
    return outline;
  }

  /** @throws Error where a gap cannot be filled */
  async #fill(data: Row, places: readonly Place[], context: GraphQLContext): Promise<void> {
    const { actor } = context.scope;
    const sign = this.texts.signFor(actor);
    const filled: Promise<void>[] = [];
    for (const { path, gaps } of places) {
      const rows = objectsAt(data, path);
      if (rows.length === 0) continue;
      if (!gaps.every(({ scope }) => scope === undefined || holds(actor, scope))) throw new Error('A scope is missing');
      for (const row of rows) {
        const of = takeIdentity(row);
        for (const gap of gaps) filled.push(this.#fillGap(row, gap, of, { context, sign }));
      }
    }
    await Promise.all(filled);
  }

  async #fillGap(row: Row, gap: Gap, { id, version }: Identity, { context, sign }: Writing): Promise<void> {
    row[gap.key] = await this.texts.of(`${gap.name} ${id}`, version, async () => {
      const value = await context.load(gap.batch, id, gap.asked);
      await turns.next();
      return gap.write(value, sign);
    });
  }
}

function objectsAt(value: unknown, path: readonly string[]): Row[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item) => objectsAt(item, path));
  const [first, ...rest] = path;
  return first === undefined ? [value as Row] : objectsAt((value as Row)[first], rest);
}

/** Reads what the gaps of an object depend on, which is no part of its answer. */
function takeIdentity(row: Row): Identity {
  const [id, version, updatedAt] = [row[identity.id], row[identity.version], row[identity.updatedAt]].map(String);
  for (const key of Object.values(identity)) row[key] = undefined;
  return { id: id ?? '', version: `${version} ${updatedAt}` };
}
