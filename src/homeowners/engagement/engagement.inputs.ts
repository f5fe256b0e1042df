import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { decimal, flag, Input, InputObject, integer, list, object, oneOf, uuid } from '../../kit/input/index.ts';

export const mostReported = 50;

@InputObject('What was watched of a slide, in all visits of this browser.')
export class SlideEngagementInput {
  @Input(uuid({ description: 'The sourceSlideId of the slide.' }))
  sourceSlideId!: string;

  @Input(decimal({ min: 0, max: 86_400, description: 'How long it was watched, in seconds.' }))
  seconds!: number;

  @Input(flag({ description: 'Whether its end was reached.' }), { presence: 'optional', default: false })
  isCompleted!: boolean;

  @Input(list(oneOf(PricingTier), { max: 3, description: 'The tiers of its offer that were on the screen.' }), {
    presence: 'optional',
  })
  tiers?: PricingTier[] | null;
}

@InputObject('What was watched by a link. All numbers are sums, so that a report may be lost or sent twice.')
export class RecordGuestEngagementInput {
  @Input(uuid({ description: 'A random id that the browser keeps for this link.' }))
  browserId!: string;

  @Input(integer({ min: 1, max: 10_000, description: 'How often this browser opened the link.' }))
  openCount!: number;

  @Input(
    list(
      object(() => SlideEngagementInput),
      { max: mostReported, description: 'The slides whose sums have changed.' },
    ),
  )
  slides!: SlideEngagementInput[];
}
