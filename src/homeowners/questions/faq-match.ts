import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { FoundFaq } from './faq-index.ts';

/** GraphQL type of `FoundFaq`. */
@ObjectType('GuestFAQMatch', { simpleResolvers: true, description: 'A FAQ that answers what was typed.' })
export class GuestFaqMatch implements FoundFaq {
  @Field(() => Int, { description: 'Its index among the faqs of the presentation, from 0.' })
  position!: number;

  @Field(() => String, { description: 'Its question.' })
  userQuestion!: string;

  @Field(() => Float, { description: 'How much of what was typed it has, from 0 to 1.' })
  relevance!: number;
}
