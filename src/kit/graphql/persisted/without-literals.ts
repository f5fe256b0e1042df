import { GraphQLError, Kind, parse, print, visit } from 'graphql';
import { parseOptions } from '../limits.ts';

/** Most characters of a document in one line of the log. */
const longest = 2_000;

/** A document with its texts emptied and its numbers 0, for the log; null for one that cannot be parsed. */
export function withoutLiterals(document: string): string | null {
  try {
    const emptied = visit(parse(document, parseOptions), {
      [Kind.STRING]: (node) => ({ ...node, value: '', block: false }),
      [Kind.INT]: (node) => ({ ...node, value: '0' }),
      [Kind.FLOAT]: (node) => ({ ...node, value: '0' }),
    });
    return print(emptied).slice(0, longest);
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
