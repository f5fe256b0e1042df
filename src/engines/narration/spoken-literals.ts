import { memoize } from '../template/memoize.ts';
import { spokenWriter } from '../template/term-writers.ts';
import { internationalNumbers, type LiteralRule, literalRules, type SpokenWording } from './literal-rules.ts';

/** A segment of text as shown and as spoken. A `whole` segment cannot be aligned word by word. */
export interface Segment {
  readonly shown: string;
  readonly spoken: string;
  readonly whole: boolean;
}

/** The conventions of the author, and the locale of the voice. */
interface LiteralWording extends Omit<SpokenWording, 'speak'> {
  readonly voiceLocale: string;
}

/** Most speakers that are kept: the compiled pattern of one that is used much takes about 1 MB. */
const mostSpeakers = 20;

/** Every emoji of a text. */
export const emoji = new RegExp(String.raw`\p{RGI_Emoji}`, 'gv');
const picture: LiteralRule = { pattern: emoji.source, say: () => '' };

/**
 * Replaces what voices read wrong in an author's text by words: money ("$500"), measures ("7.2 kW"), rates ("/mo"),
 * ranges, phone numbers, dates and grouped numbers ("14,700"). Only the format of the locale is read: "$14,700" in a
 * German text is ambiguous. Emoji are shown and not spoken. Each wording has one speaker, whose pattern takes milliseconds
 * to compile.
 */
export const literalSpeaker = memoize(
  ({ voiceLocale, ...author }: LiteralWording) =>
    sayBy([...literalRules({ ...author, speak: spokenWriter(voiceLocale) }), picture]),
  mostSpeakers,
);

/** The same for a filled value, which is spoken as written: "1200 W" may be an address. */
export const speakValue: (text: string) => Segment[] = sayBy([internationalNumbers, picture]);

function sayBy(rules: readonly LiteralRule[]): (text: string) => Segment[] {
  const pattern = new RegExp(rules.map((rule, index) => `(?<rule${index}>${rule.pattern})`).join('|'), 'gv');
  return (text) => {
    const segments: Segment[] = [];
    let position = 0;
    for (const { 0: shown, index, groups = {} } of text.matchAll(pattern)) {
      const spoken = rules.find((_, place) => groups[`rule${place}`] !== undefined)?.say(groups) ?? null;
      if (spoken === null) continue;
      if (index > position) segments.push(asWritten(text.slice(position, index)));
      segments.push({ shown, spoken, whole: true });
      position = index + shown.length;
    }
    if (position < text.length) segments.push(asWritten(text.slice(position)));
    return segments;
  };
}

function asWritten(text: string): Segment {
  return { shown: text, spoken: text, whole: false };
}
