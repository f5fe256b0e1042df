/** @jsxImportSource preact */
import { useLocation, useRoute } from 'preact-iso';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Empty } from '../controls/empty.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { toast } from '../controls/toasts.tsx';
import { useMay } from '../visitor.ts';
import { DeckFrame } from './deck-frame.tsx';
import type { ShownSlide } from './edited-slides.ts';
import { readable, standardNames } from './placeholder-names.ts';
import { SavedState } from './saved-state.tsx';
import { SlideForm } from './slide-form.tsx';
import { SlideList } from './slide-list.tsx';
import { fieldNames } from './slide-fields.ts';
import { SlidePreview } from './slide-preview.tsx';
import { useEditedDeck } from './use-edited-deck.ts';
import { useUnknownPlaceholders } from './use-placeholders.ts';
import { useSample } from './use-sample.ts';
import { useUndoKeys } from './use-undo-keys.ts';

/** The slides of one deck: their order, what homeowners see of one, and its fields. */
export function Editor() {
  const { params } = useRoute();
  const { query, route } = useLocation();
  const deckId = params['deckId'] ?? '';
  const may = useMay();
  const isReadOnly = !may('decks:write');
  const { deck, shown } = useEditedDeck(deckId);
  const { slides, facts } = shown;
  const unknown = useUnknownPlaceholders(deckId, facts?.version ?? -1);
  const sample = useSample(deckId, facts?.version);
  const [said, setSaid] = useState('');
  const work = useRef<HTMLDivElement>(null);
  const isNew = useRef(false);
  const at = Math.max(0, slides?.findIndex(({ slideId }) => slideId === query['slide']) ?? 0);
  const slide = slides?.[at];
  const hrefOf = (slideId: string): string => `/app/decks/${deckId}?slide=${encodeURIComponent(slideId)}`;

  // Before the next key: whoever adds a slide types its title at once.
  useLayoutEffect(() => {
    if (!isNew.current || slide?.slideId !== query['slide']) return;
    isNew.current = false;
    const title = work.current?.querySelector('textarea');
    title?.focus();
    title?.select();
  }, [slide?.slideId]);

  const add = (): void => {
    isNew.current = true;
    route(hrefOf(deck.add(slide?.slideId ?? null, `Slide ${(slides?.length ?? 0) + 1}`)));
  };
  const duplicate = async ({ slideId }: ShownSlide): Promise<void> => {
    isNew.current = true;
    const copy = await deck.duplicate(slideId);
    if (copy !== null) route(hrefOf(copy));
  };
  const remove = async ({ slideId, fields }: ShownSlide): Promise<void> => {
    const next = slides?.[at + 1] ?? slides?.[at - 1];
    if (!(await deck.remove(slideId))) return;
    if (next !== undefined) route(hrefOf(next.slideId), true);
    toast(`The slide “${readable(fields.title)}” is deleted.`, () => {
      deck.restore(slideId);
      route(hrefOf(slideId), true);
    });
  };
  const move = (slideId: string, place: string | null): void => {
    deck.move(slideId, place);
    const now = deck.shown().slides ?? [];
    const title = now.find((one) => one.slideId === slideId)?.fields.title ?? '';
    setSaid(
      `“${readable(title)}” is now slide ${now.findIndex((one) => one.slideId === slideId) + 1} of ${now.length}.`,
    );
  };
  const step = (slideId: string, by: -1 | 1): void => {
    const from = slides?.findIndex((one) => one.slideId === slideId) ?? -1;
    if (slides === undefined || slides === null || from + by < 0 || from + by >= slides.length) return;
    move(slideId, by < 0 ? (slides[from - 1]?.slideId ?? null) : (slides[from + 2]?.slideId ?? null));
  };
  const again = (kind: 'undo' | 'redo'): void => {
    const done = deck[kind]();
    if (done === null) return;
    if (slides?.some(({ slideId }) => slideId === done.slideId)) route(hrefOf(done.slideId), true);
    setSaid(`${kind === 'undo' ? 'Undone' : 'Done again'}: ${done.field === null ? 'slide' : fieldNames[done.field]}`);
  };
  useUndoKeys(again, !isReadOnly);

  const state = !isReadOnly && slides && (
    <>
      <SavedState state={shown.state} />
      <button type="button" aria-disabled={!shown.canUndo} onClick={() => again('undo')}>
        Undo
      </button>
      <button type="button" aria-disabled={!shown.canRedo} onClick={() => again('redo')}>
        Redo
      </button>
    </>
  );
  const addButton = !isReadOnly && (
    <button type="button" class={slides?.length === 0 ? 'primary' : undefined} onClick={add}>
      Add slide
    </button>
  );
  return (
    <DeckFrame deckId={deckId} state={state}>
      {slides === undefined && <Skeleton />}
      {slides?.length === 0 && (
        <Empty title="No slide yet">
          <p>A slide has a title, bullets, an image, and a narration that is spoken to the homeowner.</p>
          {addButton}
        </Empty>
      )}
      {slides && slide && facts && (
        <div class="editor">
          <div class="editor-side">
            <SlideList
              slides={slides}
              selected={slide.slideId}
              hrefOf={hrefOf}
              isReadOnly={isReadOnly}
              onMove={move}
              onStep={step}
            />
            {addButton}
          </div>
          <div class="editor-work" ref={work} key={slide.slideId}>
            <div class="editor-shown">
              <SlidePreview
                deckId={deckId}
                slide={slide}
                facts={facts}
                sample={sample}
                canFillIn={may('presentations:read')}
                canListen={!isReadOnly}
              />
              {!isReadOnly && (
                <div class="actions" role="group" aria-label="Slide">
                  <button type="button" aria-disabled={at === 0} onClick={() => step(slide.slideId, -1)}>
                    Move up
                  </button>
                  <button type="button" aria-disabled={at === slides.length - 1} onClick={() => step(slide.slideId, 1)}>
                    Move down
                  </button>
                  <button type="button" onClick={() => void duplicate(slide)}>
                    Duplicate
                  </button>
                  <button type="button" class="danger" onClick={() => void remove(slide)}>
                    Delete
                  </button>
                </div>
              )}
            </div>
            <SlideForm
              deck={deck}
              facts={facts}
              slide={slide}
              names={[...Object.keys(standardNames), ...facts.variables]}
              unknown={unknown}
              isReadOnly={isReadOnly}
            />
          </div>
        </div>
      )}
      <p class="editor-unseen" role="status">
        {said}
      </p>
    </DeckFrame>
  );
}
