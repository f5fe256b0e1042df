import type { CombinedError } from '@urql/core';
import { useClient } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { SamplePreviewDocument, type SamplePreviewQuery } from './editor.graphql.ts';

/** A homeowner who is not stored, as typed into the form. */
export interface SampleHomeowner {
  readonly firstName: string;
  readonly lastName: string;
  readonly address: string;
  readonly city: string;
  /** BCP 47 tag; '' for the language of the deck. */
  readonly language: string;
  readonly roofSquares: string;
  readonly systemSizeKw: string;
}

const dana: SampleHomeowner = {
  firstName: 'Dana',
  lastName: 'Whitaker',
  address: '1418 Alder Street',
  city: 'Fort Collins',
  language: '',
  roofSquares: '24.5',
  systemSizeKw: '7.2',
};

/** The homeowner as the API takes one. */
export function inputOf(homeowner: SampleHomeowner) {
  const { firstName, lastName, address, city, language, roofSquares, systemSizeKw } = homeowner;
  return {
    homeowner: { firstName, lastName, address: address || null, city: city || null },
    languageSettings: language === '' ? null : { languageCode: language },
    priceInputs: { roofSquares: numberOf(roofSquares), systemSizeKw: numberOf(systemSizeKw) },
  };
}

export type Preview = NonNullable<SamplePreviewQuery['previewPresentation']>;

export interface Sample {
  readonly isOn: boolean;
  readonly setOn: (isOn: boolean) => void;
  readonly homeowner: SampleHomeowner;
  readonly setHomeowner: (homeowner: SampleHomeowner) => void;
  /** What was answered last; undefined before. */
  readonly preview: Preview | undefined;
  readonly error: CombinedError | undefined;
}

/** How long nobody types before it is read anew, in milliseconds. */
const pauseMs = 300;

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** What a homeowner would see of a version of the deck, while somebody wants to know. */
export function useSample(deckId: string, version: number | undefined): Sample {
  const client = useClient();
  const [isOn, setOn] = useState(false);
  const [homeowner, setHomeowner] = useState(dana);
  const [answer, setAnswer] = useState<Pick<Sample, 'preview' | 'error'>>({ preview: undefined, error: undefined });
  useEffect(() => {
    if (!isOn || version === undefined) return;
    const input = inputOf(homeowner);
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const query = client.query(SamplePreviewDocument, { deckId, input }, { requestPolicy: 'network-only' });
      const { data, error } = await query.toPromise();
      if (isCurrent) setAnswer((before) => ({ preview: data?.previewPresentation ?? before.preview, error }));
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, deckId, version, isOn, homeowner]);
  return { isOn, setOn, homeowner, setHomeowner, ...answer };
}
