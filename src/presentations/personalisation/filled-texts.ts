import { mapTexts } from '../../engines/template/map-texts.ts';
import type { NameFinder } from '../../kit/core/index.ts';
import {
  parseTemplate,
  type PlaceholderValues,
  type RenderOptions,
  type Template,
} from '../../engines/template/placeholders.ts';
import type { Slide } from '../../authoring/slides/slide.entity.ts';
import type { TextAllowance, TextOwner } from './text-allowance.ts';

/** How messages name a slide, and the JSON Pointer to its texts. */
export function slideOwner({ id, slideId }: Pick<Slide, 'id' | 'slideId'>): TextOwner {
  return { name: `slide "${slideId}"`, pointer: `/slides/${id}` };
}

/** A placeholder without a value, or with a syntax error. */
export interface UnfilledPlaceholder {
  /** JSON Pointer to the first text that uses it. */
  readonly pointer: string;
  /** What is wrong, how the text was filled, and the most similar known name. */
  readonly detail: string;
}

/** What filling needs beside the values: locale, names for hints, and the size limit. */
export interface FillOptions extends RenderOptions {
  readonly known: ReadonlySet<string>;
  readonly names: NameFinder;
  /** Shared by all texts of the presentation. */
  readonly allowance: TextAllowance;
}

const outcomes = { blank: '; it was left blank', keep: '; it was left as it is', error: '' } as const;

/**
 * Fills every text in a JSON value. Each placeholder that could not be filled is reported once.
 *
 * @throws AppError `UNPROCESSABLE` when the texts exceed the limits
 */
export function fillTexts<T>(
  texts: T,
  owner: TextOwner,
  values: PlaceholderValues,
  options: FillOptions,
): { filled: T; unfilled: UnfilledPlaceholder[] } {
  const unfilled = new Map<string, UnfilledPlaceholder>();
  const fill = (text: string, pointer: string): string => {
    const template = parseTemplate(text);
    const { text: filled, missing } = options.allowance.fill(template, { owner, pointer }, values, options);
    const reasons = missing.length === 0 ? null : malformedIn(template);
    for (const placeholder of missing) {
      if (unfilled.has(placeholder)) continue;
      const problem = explain(placeholder, reasons?.get(placeholder), options);
      const detail = `The ${owner.name} uses ${problem}`;
      options.allowance.addWarning(detail, pointer);
      unfilled.set(placeholder, { pointer, detail });
    }
    return filled;
  };
  return { filled: mapTexts(texts, fill, owner.pointer), unfilled: [...unfilled.values()] };
}

function malformedIn({ parts }: Template): Map<string, string> {
  return new Map(parts.flatMap((part) => (part.kind === 'malformed' ? [[part.source, part.reason]] : [])));
}

/** Cuts the placeholder: a malformed one may be as long as its text. */
function explain(placeholder: string, reason: string | undefined, { missing, known, names }: FillOptions): string {
  const name = placeholder.slice(0, 100);
  if (reason !== undefined) return `${name}, which cannot be read: ${reason}${outcomes[missing]}.`;
  const nearest = known.has(placeholder) ? null : names.nearest(placeholder);
  const hint = nearest === null ? '' : ` Did you mean {{${nearest}}}?`;
  return `${name}, which has no value${outcomes[missing]}.${hint}`;
}
