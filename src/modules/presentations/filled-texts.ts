import { mapTexts } from '../../narration/map-texts.ts';
import { nearestName } from '../../narration/nearest-name.ts';
import {
  parseTemplate,
  type PlaceholderValues,
  type RenderOptions,
  renderTemplate,
  type Template,
} from '../../narration/placeholders.ts';

/** Whose texts are filled: how people call it, and where its texts stand. */
export interface TextOwner {
  /** Begins a sentence: `The slide "welcome"`. */
  readonly name: string;
  /** JSON Pointer to its texts in the deck. */
  readonly pointer: string;
}

/** A placeholder that lacks a value, or cannot be read. */
export interface Lack {
  /** Where it is first used. */
  readonly pointer: string;
  /** What is the matter, what became of it, and the known name that is nearest. */
  readonly detail: string;
}

export interface FillOptions extends RenderOptions {
  /** Names that would have been right, for the hint. */
  readonly known: ReadonlySet<string>;
}

const fates = { blank: '; it was left blank', keep: '; it was left as it is', error: '' } as const;

/** Fills every text in a value of JSON. Each placeholder that could not be filled is told once. */
export function fillTexts<T>(
  texts: T,
  owner: TextOwner,
  values: PlaceholderValues,
  options: FillOptions,
): { filled: T; lacks: Lack[] } {
  const lacks = new Map<string, Lack>();
  const fill = (text: string, pointer: string): string => {
    const template = parseTemplate(text);
    const { text: filled, missing } = renderTemplate(template, values, options);
    const reasons = missing.length === 0 ? null : malformedIn(template);
    for (const placeholder of missing) {
      if (lacks.has(placeholder)) continue;
      const problem = explain(placeholder, reasons?.get(placeholder), options);
      lacks.set(placeholder, { pointer, detail: `${owner.name} uses ${problem}` });
    }
    return filled;
  };
  return { filled: mapTexts(texts, fill, owner.pointer), lacks: [...lacks.values()] };
}

function malformedIn({ parts }: Template): Map<string, string> {
  return new Map(parts.flatMap((part) => (part.kind === 'malformed' ? [[part.source, part.reason]] : [])));
}

/** The placeholder is cut: a malformed one may be as long as its text. */
function explain(placeholder: string, reason: string | undefined, { missing, known }: FillOptions): string {
  const name = placeholder.slice(0, 100);
  if (reason !== undefined) return `${name}, which cannot be read: ${reason}${fates[missing]}.`;
  const nearest = known.has(placeholder) ? null : nearestName(placeholder, known);
  const hint = nearest === null ? '' : ` Did you mean {{${nearest}}}?`;
  return `${name}, which has no value${fates[missing]}.${hint}`;
}
