import { Float, ObjectType, registerEnumType } from 'type-graphql';
import { QuotaName } from '../../kit/core/index.ts';
import { answerOf, attributes, integer, QuotaPeriod, shown, shownOrNull, view, viewOf } from '../../kit/data/index.ts';

registerEnumType(QuotaName, {
  name: 'QuotaName',
  description: 'What a quota counts.',
  valuesConfig: {
    SUBSCRIPTIONS: { description: 'Notification subscriptions that a key has at a time.' },
    EVENTS: { description: 'Events that it has published.' },
    STORED_BYTES: { description: 'Bytes that it has stored.' },
    MAIL_RECIPIENTS: { description: 'Recipients of the mails of its subscriptions.' },
    WEBHOOK_ATTEMPTS: { description: 'Attempts to deliver to its webhooks.' },
    SPEECH_CHARACTERS: { description: 'Characters that it had spoken.' },
  },
});

registerEnumType(QuotaPeriod, {
  name: 'QuotaPeriod',
  description: 'When a quota is counted anew.',
  valuesConfig: { DAY: { description: 'At the beginning of each day of UTC.' } },
});

/** A whole number that may exceed GraphQL's Int. */
const amount = (description: string) => ({ ...shown(Float, description), output: { view: integer } });

const usageAttributes = attributes({
  key: shown(
    String,
    'The id of the key, `environment` for API_KEY, or the holder of a token; a digest of a long name.',
  ),
  quota: shown(QuotaName, 'Which quota it is.'),
  used: amount('What it has used in this period, or has now.'),
  limit: amount('How much it may use.'),
  period: shownOrNull(QuotaPeriod, 'When it is counted anew; null for a quota of what a key has at a time.'),
  resetsAt: shownOrNull(Date, 'When it is counted anew; null without a period.'),
});

@ObjectType({ simpleResolvers: true, description: 'How much a key has used of a quota.' })
export class Usage extends answerOf(usageAttributes) {}

/** As REST shows it. */
export const usageView = view<Usage>('Usage', viewOf(usageAttributes));
