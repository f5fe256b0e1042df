import type { HomeownerSelectorInput } from '../api/schema.graphql.ts';
import { saveFile } from '../controls/save-file.ts';

/**
 * Saves the document of a homeowner as a file. It comes over REST, because answers of GraphQL are limited in size.
 *
 * @returns why it was refused; null once it is saved
 */
export async function exportHomeowner(
  homeowner: HomeownerSelectorInput,
  headers: Readonly<Record<string, string>>,
): Promise<string | null> {
  try {
    const response = await fetch('/api/homeowners/export', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(homeowner),
    });
    const text = await response.text();
    const document = JSON.parse(text) as { readonly detail?: string }; // A document that broke off is no JSON.
    if (!response.ok) return document.detail ?? `The server answered ${response.status}.`;
    saveFile('homeowner.json', text, 'application/json');
    return null;
  } catch {
    return 'The export broke off. Try again.';
  }
}
