/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import { problemOf } from '../api/problems.ts';
import { Refusal } from '../controls/refusal.tsx';
import { TranslateDeckDocument } from './translations.graphql.ts';

interface MachineProps {
  readonly deckId: string;
  readonly language: string;
}

/** Translates what is missing by the translation service of the server, where it has one. */
export function Machine({ deckId, language }: MachineProps) {
  const [{ data, error, fetching }, translate] = useMutation(TranslateDeckDocument);
  const done = data?.translateDeck?.translation;
  return (
    <div class="translations-machine">
      <p>
        <button
          type="button"
          aria-disabled={fetching}
          onClick={() => {
            if (!fetching) void translate({ deckId, language });
          }}
        >
          Translate what is missing by machine
        </button>
      </p>
      <div role="status">
        {fetching && <p>Translating: this takes up to some minutes.</p>}
        {done && (
          <p>
            {done.translator} has translated {done.slideCount} slides and {done.faqCount} FAQs.
          </p>
        )}
        {problemOf(error)?.reason === 'translation_off' && (
          <p>
            This server has no translation service. You can write translations below; whoever runs the server can set
            DEEPL_API_KEY.
          </p>
        )}
      </div>
      {problemOf(error)?.reason !== 'translation_off' && <Refusal error={error} />}
      {done && done.skipped.length > 0 && (
        <ul class="translations-skipped" aria-label="Not translated">
          {done.skipped.map(({ detail, sourceSlide, faq }) => (
            <li key={sourceSlide?.id ?? faq?.id}>
              <strong>{sourceSlide?.title ?? faq?.userQuestion}</strong> {detail}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
