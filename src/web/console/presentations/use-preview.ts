import { useQuery } from '@urql/preact';
import { useSettled } from '../controls/settled.ts';
import { type Details, inputOf } from './details.ts';
import { PreviewPresentationDocument } from './new-presentation.graphql.ts';

/** How long nothing is typed until the preview is made anew, in milliseconds. */
const pauseMs = 400;

/** What a presentation with these details would be. Slides have new ids each time: it is kept in no list. */
export function usePreview(deckId: string, details: Details) {
  const settled = useSettled(details, pauseMs);
  const waitsFor =
    deckId === ''
      ? 'Choose a deck to see its prices and texts.'
      : isNamed(settled)
        ? null
        : 'Enter a first and last name to see the prices and texts for them.';
  const [{ data, error }] = useQuery({
    query: PreviewPresentationDocument,
    variables: { deckId, input: inputOf(settled) },
    requestPolicy: 'network-only',
    pause: waitsFor !== null,
  });
  return { preview: data?.previewPresentation, error, waitsFor };
}

const isNamed = ({ firstName = '', lastName = '' }: Details): boolean =>
  firstName.trim() !== '' && lastName.trim() !== '';
