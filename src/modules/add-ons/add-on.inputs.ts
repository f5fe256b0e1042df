import { Input, InputObject } from '../../platform/input/input.ts';
import { list, uuid } from '../../platform/input/rules.ts';
import { addOnKey, mostInOffer } from '../offers/tier-extras.ts';

/** Body of `selectAddOns`. */
@InputObject('The add-ons that the homeowner chose.')
export class SelectAddOnsInput {
  @Input(
    list(addOnKey, { max: mostInOffer, description: 'The keys of all that are chosen; none is chosen beside them.' }),
  )
  addOns!: string[];

  @Input(uuid({ description: 'The id of the pricing slide; by default the first one.' }), { presence: 'optional' })
  slideId?: string | null;
}
