/** @jsxImportSource preact */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { accentOf, contrast, grounds, leastContrast } from '../../brand/contrast.ts';
import { Field } from '../controls/field.tsx';
import { readLogo } from './logo-file.ts';
import type { PartProps } from './part.ts';

/** What contracts and pages of homeowners look like. */
export function BrandForm({ settings, change, faultOf }: PartProps) {
  const { color } = settings;
  const isColor = /^#[0-9a-f]{6}$/i.test(color);
  const picker = useId();
  return (
    <fieldset class="card deck-settings-part">
      <legend>Brand</legend>
      <div class="deck-settings-color">
        <Field
          label="Color"
          hint="Of buttons, links and the selected tier, such as #0b5d4b. Blank for the color of Deckcast."
          maxLength={7}
          autocomplete="off"
          spellcheck={false}
          value={color}
          fault={faultOf('/brand/color')}
          onInput={({ currentTarget: { value } }) => change({ color: value.trim() })}
        />
        <div class="field">
          <label for={picker}>Pick a color</label>
          <input
            id={picker}
            type="color"
            value={isColor ? color : '#4338ca'}
            onInput={({ currentTarget: { value } }) => change({ color: value })}
          />
        </div>
      </div>
      {isColor && <Readability color={color} />}
      <Logo settings={settings} change={change} faultOf={faultOf} />
    </fieldset>
  );
}

/** How the page of a homeowner shows the color, in both of its themes. */
function Readability({ color }: { readonly color: string }) {
  return (
    <ul class="deck-settings-themes">
      <Theme color={color} theme="light" name="By day" />
      <Theme color={color} theme="dark" name="In the dark" />
    </ul>
  );
}

interface ThemeProps {
  readonly color: string;
  readonly theme: keyof typeof grounds;
  readonly name: string;
}

function Theme({ color, theme, name }: ThemeProps) {
  const sample = useRef<HTMLSpanElement>(null);
  const { accent, onAccent } = accentOf(color, theme);
  const { paper } = grounds[theme];
  // The policy of the page refuses styles in markup.
  useEffect(() => {
    sample.current?.style.setProperty('color', onAccent);
    sample.current?.style.setProperty('background', accent);
  }, [accent, onAccent]);
  const found = contrast(color, paper).toFixed(1);
  const isKept = accent.toLowerCase() === color.toLowerCase();
  const verb = theme === 'light' ? 'darkens' : 'lightens';
  return (
    <li>
      <span ref={sample} class="deck-settings-sample">
        {name}
      </span>
      <span>
        {isKept
          ? `Can be read: its contrast is ${found} : 1.`
          : `Its contrast is ${found} : 1, and texts need ${leastContrast} : 1. The page ${verb} it to ${accent}.`}
      </span>
    </li>
  );
}

function Logo({ settings: { logo }, change, faultOf }: PartProps) {
  const [fault, setFault] = useState<string>();
  const id = useId();
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const read = await readLogo(file);
    setFault('fault' in read ? read.fault : undefined);
    if ('url' in read) change({ logo: read.url });
  };
  const wrong = fault ?? faultOf('/brand/logo');
  return (
    <div class="field">
      <label for={id}>Logo</label>
      <input
        id={id}
        type="file"
        accept="image/png"
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-hint ${id}-fault`}
        onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      <p class="hint" id={`${id}-hint`}>
        A PNG of at most 100,000 bytes and 2,000 pixels on each side. It stands on contracts and on the pages of links.
      </p>
      <p class="fault" id={`${id}-fault`} role="alert">
        {wrong}
      </p>
      {logo !== null && (
        <p class="deck-settings-logo">
          <img src={logo} alt="The logo" />
          <button type="button" class="plain" onClick={() => change({ logo: null })}>
            Remove the logo
          </button>
        </p>
      )}
    </div>
  );
}
