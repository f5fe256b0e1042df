/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useScript } from '../controls/use-script.ts';
import type { ShownSlide } from './edited-slides.ts';
import { readable } from './placeholder-names.ts';
import type { FollowDrags } from './slide-drag.ts';

const loadDrags = () => import('./slide-drag.ts');

interface SlideListProps {
  readonly slides: readonly ShownSlide[];
  readonly selected: string | undefined;
  /** The address of a slide in the editor. */
  readonly hrefOf: (slideId: string) => string;
  readonly isReadOnly: boolean;
  /** Moves a slide before another one, or to the end. */
  readonly onMove: (slideId: string, place: string | null) => void;
  /** Moves it by one, by the keyboard. */
  readonly onStep: (slideId: string, by: -1 | 1) => void;
}

/** The slides in their order, as links; a column, or a strip where there is little room. */
export function SlideList({ slides, selected, hrefOf, isReadOnly, onMove, onStep }: SlideListProps) {
  const drags = useScript(loadDrags, !isReadOnly);
  const press = (event: KeyboardEvent, slideId: string): void => {
    const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (!event.altKey || by === undefined || isReadOnly) return;
    event.preventDefault();
    onStep(slideId, by as -1 | 1);
  };
  return (
    <ol class="editor-slides" aria-label="Slides">
      {slides.map((slide, at) => (
        <Entry
          key={slide.slideId}
          slide={slide}
          number={at + 1}
          isSelected={slide.slideId === selected}
          href={hrefOf(slide.slideId)}
          followDrags={drags?.followDrags}
          after={slides[at + 1]?.slideId ?? null}
          onMove={onMove}
          onKeyDown={(event) => press(event, slide.slideId)}
        />
      ))}
    </ol>
  );
}

interface EntryProps {
  readonly slide: ShownSlide;
  readonly number: number;
  readonly isSelected: boolean;
  readonly href: string;
  readonly followDrags: FollowDrags | undefined;
  readonly after: string | null;
  readonly onMove: SlideListProps['onMove'];
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Entry({ slide, number, isSelected, href, followDrags, after, onMove, onKeyDown }: EntryProps) {
  const { slideId, fields, theirs, faults } = slide;
  const ref = useRef<HTMLLIElement>(null);
  const latest = useRef({ after, onMove });
  latest.current = { after, onMove };
  const [edge, setEdge] = useState<'before' | 'behind' | null>(null);
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const { current: element } = ref;
    if (element === null || followDrags === undefined) return;
    return followDrags(element, slideId, {
      onDragged: setDragged,
      onEdge: setEdge,
      onDrop: (dragged, at) => latest.current.onMove(dragged, at === 'before' ? slideId : latest.current.after),
    });
  }, [slideId, followDrags]);
  useEffect(() => {
    if (isSelected) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isSelected]);
  const needsHelp = Object.keys(theirs).length > 0 || Object.keys(faults).length > 0;
  return (
    <li ref={ref} class={`${isDragged ? 'is-dragged' : ''} ${edge === null ? '' : `is-${edge}`}`}>
      <a href={href} aria-current={isSelected ? 'true' : undefined} draggable={false} onKeyDown={onKeyDown}>
        <span class="editor-number">{number}</span>
        <span class="editor-name">{fields.title === '' ? 'Without a title' : readable(fields.title)}</span>
        {fields.slideType === 'PRODUCT_PRICING_V1' && <span class="badge">Prices</span>}
        {needsHelp && <span class="badge warn">Not saved</span>}
      </a>
    </li>
  );
}
