import { type ClassType, FieldResolver, Resolver, Root } from 'type-graphql';
import { canonicalJson } from '../../kit/core/index.ts';

interface OfDocument {
  readonly document: object | null;
}

/** A resolver that adds `documentText` to a type that shows a contract: with it a client computes the hash itself. */
export function documentTextOf(type: ClassType<OfDocument>): new () => object {
  @Resolver(() => type)
  class DocumentTextResolver {
    @FieldResolver(() => String, {
      description:
        'The document as the text whose SHA-256 documentHash is: JSON without spaces, keys in alphabetical order.',
    })
    documentText(@Root() { document }: OfDocument): string {
      return canonicalJson(document);
    }
  }
  return DocumentTextResolver;
}
