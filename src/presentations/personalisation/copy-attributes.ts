import { mapTexts } from '../../engines/template/map-texts.ts';
import type { ShownTexts } from '../../authoring/translations/attribute-texts.ts';
import {
  type Attribute,
  attributeNames,
  type Attributes,
  type Copied,
  isCopied,
  type RowOf,
} from '../../kit/data/index.ts';
import { isLink, isLinkPlace } from '../../kit/input/index.ts';

/**
 * The attributes of a copy: those of the original with the filled texts in place of its own. A link that runs code is
 * removed: it was stored before links were checked, or made by a placeholder.
 */
export function copyOf<Set extends Attributes>(set: Set, row: RowOf<Set>, filled: ShownTexts<Set>): RowOf<Copied<Set>> {
  const texts: Readonly<Record<string, unknown>> = filled;
  const entries = attributeNames(set, isCopied).map((name) => {
    const value = Object.hasOwn(texts, name) ? texts[name] : row[name];
    return [name, typeof value === 'string' ? safeText(value, set[name] as Attribute) : withLinksOnly(value)] as const;
  });
  return Object.fromEntries(entries) as RowOf<Copied<Set>>;
}

function safeText(text: string, { rule }: Attribute): string | null {
  const { format } = rule.schema('rest') as { format?: string };
  return format === 'link' && !isLink(text) ? null : text;
}

function withLinksOnly(value: unknown): unknown {
  return mapTexts(value, (text, pointer) => (isLinkPlace(pointer) && !isLink(text) ? '' : text));
}
