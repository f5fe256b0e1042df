import { Float, ObjectType } from 'type-graphql';
import { answerOf, attributes, integer, shown, shownOrNull, view, viewOf } from '../../kit/data/index.ts';

/** A whole number that may exceed GraphQL's Int. */
const amount = (description: string) => ({ ...shown(Float, description), output: { view: integer } });

const usageAttributes = attributes({
  key: shown(
    String,
    'The id of the key, `environment` for API_KEY, or the holder of a token; a digest of a long name.',
  ),
  quota: shown(
    String,
    '`subscriptions`, `events`, `stored_bytes`, `mail_recipients`, `webhook_attempts` or `speech_characters`.',
  ),
  used: amount('What it has used in this period, or has now.'),
  limit: amount('How much it may use.'),
  period: shownOrNull(String, '`day` for a quota of a day of UTC; null for one of what a key has at a time.'),
  resetsAt: shownOrNull(Date, 'When it is counted anew; null without a period.'),
});

@ObjectType({ simpleResolvers: true, description: 'How much a key has used of a quota.' })
export class Usage extends answerOf(usageAttributes) {}

/** As REST shows it. */
export const usageView = view<Usage>('Usage', viewOf(usageAttributes));
