import type { CreateSlideInput, ProductDataInput, SlideType } from '../api/schema.graphql.ts';
import type { EditedSlideFragment, RestOfSlideFragment } from './editor.graphql.ts';

/** What is offered on a pricing slide, as it is sent. */
type OfferInput = ProductDataInput;

/** The fields of a slide that the editor changes. */
export interface Fields {
  readonly title: string;
  readonly bullets: readonly string[];
  readonly narrationScript: string;
  readonly slideContext: string | null;
  readonly heroImg: string | null;
  readonly audioUrl: string | null;
  readonly slideType: SlideType;
  readonly productData: OfferInput | null;
}

export type Field = keyof Fields;

/** A slide as the server has it. */
export interface StoredSlide extends Pick<
  EditedSlideFragment,
  'id' | 'slideId' | 'version' | 'isAudioStale' | 'warnings'
> {
  readonly fields: Fields;
}

/** The names of the fields, in the order of the form. */
export const fieldNames: Readonly<Record<Field, string>> = {
  title: 'Title',
  bullets: 'Bullets',
  heroImg: 'Image',
  narrationScript: 'Narration',
  slideType: 'Kind',
  productData: 'Offer',
  slideContext: 'Notes',
  audioUrl: 'Recording',
};

export const allFields = Object.keys(fieldNames) as Field[];

/** Reads a slide of an answer. */
export function storedSlide(slide: EditedSlideFragment): StoredSlide {
  const { id, slideId, version, isAudioStale, warnings, title, bullets, narrationScript } = slide;
  const { slideContext, heroImg, audioUrl, slideType, productData } = slide;
  const fields = { title, bullets, narrationScript, slideContext, heroImg, audioUrl, slideType };
  return {
    id,
    slideId,
    version,
    isAudioStale,
    warnings,
    fields: { ...fields, productData: productData === null ? null : offerInput(productData) },
  };
}

function offerInput({ good, better, best, ...rest }: NonNullable<EditedSlideFragment['productData']>): OfferInput {
  const { backgroundColor, brandLogo, defaultSelectedTier, disclaimer, roundTo, selectionColor, subtitle } = rest;
  const own = { backgroundColor, brandLogo, defaultSelectedTier, disclaimer, roundTo, selectionColor, subtitle };
  return { ...own, good: good?.stored ?? null, better: better?.stored ?? null, best: best?.stored ?? null };
}

/** The values of a slide that the editor does not show. A copy gets them, too. */
export type Rest = Pick<CreateSlideInput, 'wordTimings' | 'translations'>;

export function restOf({ wordTimings, translations }: RestOfSlideFragment): Rest {
  const texts = translations.map(({ language, title, bullets, narrationScript, slideContext, productData }) => {
    const own = { title, bullets, narrationScript, slideContext };
    return [
      language,
      { ...present(own), ...(productData !== null && { productData: present(withoutType(productData)) }) },
    ];
  });
  return {
    wordTimings: wordTimings.map(({ word, startTime, endTime }) => ({ word, startTime, endTime })),
    translations: Object.fromEntries(texts) as Record<string, unknown>,
  };
}

/** The entries that have a value: what a translation lacks is left out of it. */
function present(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function withoutType(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== '__typename'));
}

/** The fields of a slide that nobody has written yet. */
export function emptyFields(title: string): Fields {
  return {
    title,
    bullets: [],
    narrationScript: '',
    slideContext: null,
    heroImg: null,
    audioUrl: null,
    slideType: 'STANDARD',
    productData: null,
  };
}

/** Whether two values of a field are the same. The addresses of stored files have signatures that change. */
export function isSame<Name extends Field>(field: Name, one: Fields[Name], other: Fields[Name]): boolean {
  if (field === 'audioUrl' || field === 'heroImg')
    return unsigned(one as string | null) === unsigned(other as string | null);
  return one === other || canonical(one) === canonical(other);
}

const unsigned = (url: string | null): string | null => (url?.startsWith('/api/') ? (url.split('?')[0] ?? url) : url);

/** JSON with sorted keys, without what is null: an absent value is one that is null. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, one]) => one !== null && one !== undefined)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  );
}
