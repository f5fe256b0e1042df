/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { useMay } from '../visitor.ts';
import { type DetailField, detailFields } from './details.ts';
import { detailsOf } from './details-of.ts';
import { languageName } from './details-form.tsx';
import { EditPresentation } from './edit-presentation.tsx';
import type { Shown } from './use-presentation.ts';

/** The homeowner, the measurements and the language, and their change. */
export function HomeownerCard({ presentation }: { readonly presentation: Shown }) {
  const may = useMay();
  const [isEdited, setEdited] = useState(false);
  const details = detailsOf(presentation);
  const shown = (detailFields as readonly DetailField[]).filter(({ name }) => (details[name] ?? '') !== '');
  return (
    <section class="card stack" aria-labelledby="homeowner">
      <header class="heading">
        <h2 id="homeowner">Homeowner</h2>
        {may('presentations:write') && (
          <button type="button" onClick={() => setEdited(true)}>
            Edit
          </button>
        )}
      </header>
      <dl class="presentations-details">
        {shown.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{textOf(name, details[name] ?? '')}</dd>
          </div>
        ))}
      </dl>
      {isEdited && <EditPresentation presentation={presentation} onClose={() => setEdited(false)} />}
    </section>
  );
}

function textOf(name: DetailField['name'], value: string): string {
  if (name === 'roofSquares') return `${value} squares`;
  if (name === 'systemSizeKw') return `${value} kW`;
  return name === 'languageCode' ? languageName(value) : value;
}
