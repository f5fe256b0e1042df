import { type ProductData, productData } from '../../authoring/offers/product-data.attributes.ts';
import { Input, InputObject, object } from '../../kit/input/index.ts';
import { PriceInputsInput } from '../personalisation/homeowner.attributes.ts';

/** Body of `previewOffer`. */
@InputObject('An offer, and the measurements to price it for.')
export class PreviewOfferInput {
  @Input(productData.rule)
  productData!: ProductData;

  @Input(object(() => PriceInputsInput, { description: 'Measurements for the prices.' }), {
    presence: 'optional',
    rest: 'price_inputs',
  })
  priceInputs?: PriceInputsInput | null;
}
