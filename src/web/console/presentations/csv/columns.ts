import { type DetailField, detailFields, type DetailName, type Details } from '../details.ts';

/** The index of the column that a field is read from; fields without one are not in the file. */
export type Columns = Readonly<Partial<Record<DetailName, number>>>;

/** Other names of the fields in the headers of files. */
const otherNames: Readonly<Partial<Record<DetailName, readonly string[]>>> = {
  firstName: ['first', 'given name', 'forename'],
  lastName: ['last', 'surname', 'family name'],
  email: ['e-mail address', 'mail'],
  phone: ['telephone', 'mobile', 'phone number'],
  address: ['address', 'street', 'address 1', 'address line 1'],
  city: ['town'],
  state: ['state', 'region', 'province'],
  zip: ['zip', 'zip code', 'postcode'],
  country: ['country code'],
  roofSquares: ['squares', 'roof squares'],
  systemSizeKw: ['kw', 'system size', 'system size kw', 'solar kw'],
  languageCode: ['lang', 'locale'],
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The columns whose header names a field, in any of its spellings. */
export function guessColumns(header: readonly string[]): Columns {
  const headers = header.map(plain);
  const found = (detailFields as readonly DetailField[]).flatMap(({ name, label }): [DetailName, number][] => {
    const names = new Set([name, label, ...(otherNames[name] ?? [])].map(plain));
    const column = headers.findIndex((one) => names.has(one));
    return column === -1 ? [] : [[name, column]];
  });
  return Object.fromEntries(found);
}

/** What a line has for each field that has a column. */
export function detailsOfLine(cells: readonly string[], columns: Columns): Details {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, column === undefined ? '' : (cells[column] ?? '').trim()]),
  );
}
