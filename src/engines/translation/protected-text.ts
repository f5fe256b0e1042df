import { parseTemplate, placeholdersIn } from '../template/placeholders.ts';

/** The element whose content a translator has to leave alone. */
export const protectingTag = 'x';

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
};

/** Writes a text as XML in which each placeholder is an element of its own: `Hello <x>{{first_name}}</x>`. */
export function protect(text: string): string {
  return parseTemplate(text)
    .parts.map(({ kind, source }) =>
      kind === 'text' ? escape(source) : `<${protectingTag}>${escape(source)}</${protectingTag}>`,
    )
    .join('');
}

/** Reads such XML as a text again. */
export function unprotect(xml: string): string {
  return xml
    .replaceAll(new RegExp(String.raw`</?${protectingTag}\s*/?>`, 'g'), '')
    .replaceAll(/&(?:amp|lt|gt|quot|apos|#39);/g, (entity) => entities[entity] ?? entity);
}

/** Whether a translation has the placeholders of its source, each as often, in whatever order. */
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
