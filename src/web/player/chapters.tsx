/** @jsxImportSource preact */
import type { State } from '../story/state.ts';
import { written } from '../words/language.ts';

interface ChaptersProps {
  readonly state: State;
  readonly onGo: (slide: number) => void;
}

/** All slides by their titles, with the current one marked. */
export function Chapters({ state: { presentation, place }, onGo }: ChaptersProps) {
  return (
    <ol class="chapters">
      {presentation.slides.map(({ slideId, title, language }, index) => (
        <li key={slideId}>
          <button type="button" aria-current={index === place.slide ? 'step' : undefined} onClick={() => onGo(index)}>
            <span class="number">{index + 1}</span>
            <span {...written(language)}>{title}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
