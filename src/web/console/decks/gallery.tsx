/** @jsxImportSource preact */
import { useId } from 'preact/hooks';
import { counted } from '../../words/counted.ts';
import { type Starter, starters } from './starters.ts';

interface GalleryProps {
  /** Null for an empty deck. */
  readonly chosen: Starter | null;
  readonly onChoose: (starter: Starter | null) => void;
}

/** What a new deck begins with: nothing, or a starter. */
export function Gallery({ chosen, onChoose }: GalleryProps) {
  return (
    <fieldset class="gallery">
      <legend>Begin with</legend>
      <div class="gallery-cards">
        <Card starter={null} isChosen={chosen === null} onChoose={() => onChoose(null)} />
        {starters.map((starter) => (
          <Card key={starter.name} starter={starter} isChosen={chosen === starter} onChoose={() => onChoose(starter)} />
        ))}
      </div>
      <p class="hint">
        The company, the telephone number and the prices of a starter are invented: set your own under Settings and
        Prices before you present it.
      </p>
    </fieldset>
  );
}

interface CardProps {
  readonly starter: Starter | null;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Card({ starter, isChosen, onChoose }: CardProps) {
  const id = useId();
  return (
    <label class="gallery-card">
      {starter === null ? (
        <span class="gallery-cover blank" />
      ) : (
        <img class="gallery-cover" src={starter.cover} alt="" width={80} height={80} />
      )}
      <span class="gallery-words">
        <span class="gallery-name">
          <input
            type="radio"
            name="starter"
            checked={isChosen}
            aria-labelledby={`${id}-name`}
            aria-describedby={`${id}-about`}
            onChange={onChoose}
          />
          <span id={`${id}-name`}>{starter?.name ?? 'Empty deck'}</span>
        </span>
        <span id={`${id}-about`} class="hint">
          {starter === null ? 'No slide yet: you write all of them.' : aboutOf(starter)}
        </span>
      </span>
    </label>
  );
}

const aboutOf = ({ description, slideCount, languages }: Starter): string =>
  `${description} ${counted(slideCount, 'slide', 'slides')}, in ${listed.format(languages.map((code) => names.of(code) ?? code))}.`;

const names = new Intl.DisplayNames('en', { type: 'language' });
const listed = new Intl.ListFormat('en');
