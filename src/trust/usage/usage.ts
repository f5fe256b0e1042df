import { Field, Float, ObjectType } from 'type-graphql';

/** How much a key has used of a quota. */
@ObjectType({ simpleResolvers: true, description: 'How much a key has used of a quota.' })
export class Usage {
  @Field(() => String, {
    description: 'The id of the key, `environment` for API_KEY, or the holder of a token; a digest of a long name.',
  })
  key!: string;

  @Field(() => String, {
    description:
      '`subscriptions`, `events`, `stored_bytes`, `mail_recipients`, `webhook_attempts` or `speech_characters`.',
  })
  quota!: string;

  @Field(() => Float, { description: 'What it has used in this period, or has now.' })
  used!: number;

  @Field(() => Float, { description: 'How much it may use.' })
  limit!: number;

  @Field(() => String, {
    nullable: true,
    description: '`day` for a quota of a day of UTC; null for one of what a key has at a time.',
  })
  period!: string | null;

  @Field(() => Date, { nullable: true, description: 'When it is counted anew; null without a period.' })
  resetsAt!: Date | null;
}
