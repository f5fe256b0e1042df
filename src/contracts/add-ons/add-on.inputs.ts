import { Input, InputObject, list, uuid } from '../../kit/input/index.ts';
import { addOnKey, mostInOffer } from '../../authoring/offers/tier-extras.ts';

@InputObject('The add-ons that the homeowner chose.')
export class SelectAddOnsInput {
  @Input(
    list(addOnKey, { max: mostInOffer, description: 'The keys of all that are chosen; none is chosen beside them.' }),
  )
  addOns!: string[];

  @Input(uuid({ description: 'The id of the pricing slide; by default the first one.' }), { presence: 'optional' })
  sourceSlideId?: string | null;
}
