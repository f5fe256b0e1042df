/** @jsxImportSource preact */
import { type Field, fieldNames, type Fields } from './slide-fields.ts';

interface ConflictProps {
  readonly field: Field;
  readonly mine: Fields[Field];
  readonly theirs: Fields[Field];
  readonly onChoose: (choice: 'mine' | 'theirs') => void;
}

/** Two people have changed the same field: both values, and the choice between them. */
export function Conflict({ field, mine, theirs, onChoose }: ConflictProps) {
  const name = fieldNames[field];
  return (
    <section class="editor-conflict" aria-label={`Two versions: ${name}`}>
      <p>Somebody else changed this at the same time. Which one stays?</p>
      <dl>
        <div>
          <dt>Yours</dt>
          <dd>{textOf(mine)}</dd>
        </div>
        <div>
          <dt>Theirs</dt>
          <dd>{textOf(theirs)}</dd>
        </div>
      </dl>
      <p class="actions">
        <button type="button" onClick={() => onChoose('mine')}>
          Keep mine
        </button>
        <button type="button" onClick={() => onChoose('theirs')}>
          Take theirs
        </button>
      </p>
    </section>
  );
}

function textOf(value: Fields[Field]): string {
  if (value === null || value === '') return '(empty)';
  if (typeof value === 'string')
    return value === 'STANDARD' ? 'Text and image' : value === 'PRODUCT_PRICING_V1' ? 'Prices' : value;
  if (Array.isArray(value)) return value.length === 0 ? '(empty)' : value.map((one) => `• ${one}`).join('\n');
  const tiers = ['good', 'better', 'best'] as const;
  const names = tiers.flatMap(
    (tier) => (value as Partial<Record<string, { readonly name?: unknown }>>)[tier]?.name ?? [],
  );
  return `An offer: ${names.map(String).join(', ')}`;
}
