import type { CreatePresentationInput } from '../api/schema.graphql.ts';
import { formText } from '../controls/form-text.ts';

/** What a presentation is requested with, as it is typed. Absent and empty values are none. */
export type Details = Readonly<Partial<Record<DetailName, string>>>;
export type DetailName = (typeof detailFields)[number]['name'];

/** The fields of a presentation: those of forms, and those that columns of a file are mapped to. */
export const detailFields = [
  field('firstName', 'First name', 'homeowner', { placeholder: 'first_name', isRequired: true, maxLength: 100 }),
  field('lastName', 'Last name', 'homeowner', { placeholder: 'last_name', isRequired: true, maxLength: 100 }),
  field('email', 'E-mail', 'homeowner', { placeholder: 'email', type: 'email', maxLength: 254 }),
  field('phone', 'Phone', 'homeowner', { placeholder: 'phone', type: 'tel', maxLength: 40 }),
  field('address', 'Street address', 'homeowner', { placeholder: 'address', maxLength: 200 }),
  field('city', 'City', 'homeowner', { placeholder: 'city', maxLength: 200 }),
  field('state', 'State or region', 'homeowner', { placeholder: 'state', maxLength: 10 }),
  field('zip', 'Postal code', 'homeowner', { placeholder: 'zip', maxLength: 20 }),
  field('country', 'Country', 'homeowner', { placeholder: 'country', maxLength: 3, hint: 'Code, such as US' }),
  field('roofSquares', 'Roof area', 'priceInputs', {
    placeholder: 'roof_squares',
    type: 'number',
    hint: 'In squares of 100 square feet',
  }),
  field('systemSizeKw', 'System size', 'priceInputs', {
    placeholder: 'system_size_kw',
    type: 'number',
    hint: 'In kilowatts',
  }),
  field('languageCode', 'Language', 'languageSettings', { maxLength: 35 }),
] as const;

interface Traits {
  /** The name of the deck's texts for it. */
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly type?: 'email' | 'number' | 'tel';
  readonly hint?: string;
}

export interface DetailField<Name extends string = DetailName> extends Traits {
  readonly name: Name;
  readonly label: string;
  /** The part of the input that holds it. */
  readonly part: Part;
  /** JSON Pointer of refusals. */
  readonly pointer: string;
}

type Part = 'homeowner' | 'priceInputs' | 'languageSettings';

function field<const Name extends string>(name: Name, label: string, part: Part, traits: Traits): DetailField<Name> {
  return { name, label, part, pointer: `/${part}/${name}`, ...traits };
}

/** The input of the API for what was typed. Decimal commas are accepted; what is no number is sent as it is, and refused. */
export function inputOf(details: Details): CreatePresentationInput {
  const parts: Record<Part, Record<string, string | number>> = { homeowner: {}, priceInputs: {}, languageSettings: {} };
  for (const { name, part, type } of detailFields as readonly DetailField[]) {
    const text = details[name]?.trim() ?? '';
    if (text !== '') parts[part][name] = type === 'number' ? (numberOf(text) ?? text) : text;
  }
  const { homeowner, priceInputs, languageSettings } = parts;
  return {
    homeowner: { firstName: '', lastName: '', ...homeowner },
    ...(Object.keys(priceInputs).length > 0 && { priceInputs }),
    ...(Object.keys(languageSettings).length > 0 && { languageSettings }),
  };
}

/** A number as people write it: 24.5 or 24,5. Undefined for what is none, or could be two numbers. */
export function numberOf(text: string): number | undefined {
  // "1,250" is a thousand to some and one and a quarter to others.
  const isOne = /^\d+([.,]\d+)?$/.test(text) && !/^\d{1,3},\d{3}$/.test(text);
  return isOne ? Number(text.replace(',', '.')) : undefined;
}

/** What a form of these fields holds. */
export const readDetails = (form: HTMLFormElement): Details =>
  Object.fromEntries(detailFields.map(({ name }) => [name, formText(form, name)]));
