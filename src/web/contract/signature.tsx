/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import SignaturePad from 'signature_pad';
import type { Drawing } from '../story/answers.ts';
import type { Words } from '../words/english.ts';

/** What the server takes at most. */
const [maxStrokes, maxPoints] = [100, 3_000];

interface SignatureFieldProps {
  readonly words: Words;
  /** Called after each stroke; null when the field is empty. */
  readonly onDraw: (drawing: Drawing | null) => void;
}

/** Takes a signature by finger, pen or mouse. The typed name stands for it where nobody can draw. */
export function SignatureField({ words, onDraw }: SignatureFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pad, setPad] = useState<SignaturePad | null>(null);
  useEffect(() => {
    const { current } = canvas;
    if (current === null) return;
    const made = new SignaturePad(current, { penColor: getComputedStyle(current).color });
    const fit = (): void => {
      current.width = current.clientWidth * devicePixelRatio;
      current.height = current.clientHeight * devicePixelRatio;
      current.getContext('2d')?.scale(devicePixelRatio, devicePixelRatio);
      made.fromData(made.toData());
    };
    fit();
    made.addEventListener('endStroke', () => onDraw(drawingOf(made, current)));
    addEventListener('resize', fit);
    setPad(made);
    return () => {
      removeEventListener('resize', fit);
      made.off();
    };
  }, []);
  const clear = (): void => {
    pad?.clear();
    onDraw(null);
  };
  return (
    <div class="named">
      {words.draw}
      <canvas class="pad" role="img" aria-label={words.draw} ref={canvas} />
      <button class="secondary" type="button" onClick={clear}>
        {words.clear}
      </button>
    </div>
  );
}

/** What was drawn, in whole pixels, with as few points as the server takes. */
function drawingOf(pad: SignaturePad, { clientWidth: width, clientHeight: height }: HTMLCanvasElement): Drawing {
  const drawn = pad.toData().slice(0, maxStrokes);
  const all = drawn.reduce((sum, { points }) => sum + points.length, 0);
  const room = maxPoints - drawn.length;
  const step = Math.max(1, Math.ceil(all / room));
  const within = (value: number, most: number): number => Math.round(Math.min(Math.max(value, 0), most));
  const strokes = drawn.map(({ points }) =>
    points.filter((_point, index) => index % step === 0).flatMap(({ x, y }) => [within(x, width), within(y, height)]),
  );
  return { width, height, strokes };
}
