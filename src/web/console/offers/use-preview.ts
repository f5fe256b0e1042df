import type { CombinedError } from '@urql/core';
import { useClient } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import type { PriceInputsInput } from '../api/schema.graphql.ts';
import { previewable } from './extras.ts';
import { type Offer, tiersOf } from './offer.ts';
import { PreviewOfferDocument, type PreviewOfferQuery } from './offers.graphql.ts';

export type Preview = NonNullable<PreviewOfferQuery['previewOffer']>;

/** How long nobody types before prices are requested, in milliseconds. */
const pauseMs = 250;

export interface Previewed {
  /** The prices that were answered last; undefined before the first ones. */
  readonly preview: Preview | undefined;
  readonly error: CombinedError | undefined;
  /** Whether newer prices are on their way. */
  readonly isBusy: boolean;
}

/** The prices of an offer as it is written, for sample measurements. The server computes all of them. */
export function usePreview(deckId: string, offer: Offer, priceInputs: PriceInputsInput): Previewed {
  const client = useClient();
  const [previewed, setPreviewed] = useState<Previewed>({ preview: undefined, error: undefined, isBusy: false });
  const wanted = JSON.stringify({ productData: previewable(offer), priceInputs });
  const isEmpty = tiersOf(offer).length === 0;
  useEffect(() => {
    if (isEmpty) {
      setPreviewed({ preview: undefined, error: undefined, isBusy: false });
      return;
    }
    setPreviewed((before) => ({ ...before, isBusy: true }));
    let isCurrent = true;
    const timer = setTimeout(() => {
      const input = JSON.parse(wanted) as { productData: Offer; priceInputs: PriceInputsInput };
      void client
        .query(PreviewOfferDocument, { deckId, input }, { requestPolicy: 'network-only' })
        .toPromise()
        .then(({ data, error }) => {
          if (!isCurrent) return;
          setPreviewed(({ preview }) => ({ preview: data?.previewOffer ?? preview, error, isBusy: false }));
        });
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, deckId, wanted, isEmpty]);
  return previewed;
}
