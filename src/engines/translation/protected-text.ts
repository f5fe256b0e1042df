import { parseTemplate, placeholdersIn } from '../template/placeholders.ts';

/** Name of the element that the translator does not translate. */
export const protectingTag = 'x';

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
};

/** Converts a text to XML with an element around each placeholder: `Hello <x>{{first_name}}</x>`. */
export function protect(text: string): string {
  return parseTemplate(text)
    .parts.map(({ kind, source }) =>
      kind === 'text' ? escape(source) : `<${protectingTag}>${escape(source)}</${protectingTag}>`,
    )
    .join('');
}

/** Converts such XML back to text. */
export function unprotect(xml: string): string {
  return xml
    .replaceAll(new RegExp(String.raw`</?${protectingTag}\s*/?>`, 'g'), '')
    .replaceAll(/&(?:amp|lt|gt|quot|apos|#39);/g, (entity) => entities[entity] ?? entity);
}

/** Whether a text has letters outside its placeholders: other texts need no translation. */
export function hasWords(text: string): boolean {
  return parseTemplate(text).parts.some((part) => part.kind === 'text' && /\p{L}/u.test(part.source));
}

/** Whether a translation has the same placeholders as its source, equally often, in any order. */
export function keepsPlaceholders(source: string, translation: string): boolean {
  const [wanted, found] = [source, translation].map((text) =>
    placeholdersIn(text)
      .map((placeholder) => placeholder.source)
      .toSorted()
      .join('\n'),
  );
  return wanted === found;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
