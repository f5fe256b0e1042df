import { ObjectType } from 'type-graphql';
import { attribute, attributes, createOf, structureOf, view, viewOf } from '../../kit/data/index.ts';
import { InputObject, integer, list } from '../../kit/input/index.ts';
import type { Fault } from '../../kit/core/index.ts';

/** Largest width, height and coordinate, in pixels. */
const maxSide = 4_000;
const maxStrokes = 100;
/** Most points of all strokes together, about 30 kB. */
const maxPoints = 3_000;

const side = attribute(integer({ min: 1, max: maxSide, description: 'In pixels.' }));

const drawingAttributes = attributes({
  width: side,
  height: side,
  strokes: attribute(
    list(list(integer({ min: 0, max: maxSide }), { min: 2, max: 2 * maxPoints }), {
      min: 1,
      max: maxStrokes,
      check: strokeFaults,
      description: `What the pen drew between touching and leaving the paper: x, y, x, y and so on, from the top left corner. At most ${maxPoints.toLocaleString('en-US')} points in all.`,
    }),
  ),
});

@ObjectType({ simpleResolvers: true, description: 'A signature that was drawn by hand, as lines between points.' })
export class SignatureDrawing extends structureOf(drawingAttributes) {}

/** The same, as clients give it. */
@InputObject('A signature that was drawn by hand.')
export class SignatureDrawingInput extends createOf(drawingAttributes) {}

export const signatureDrawingView = view<SignatureDrawing>('SignatureDrawing', viewOf(drawingAttributes));

/** Faults of strokes: half a point, or too many in all. */
function strokeFaults(strokes: readonly (readonly number[])[], pointer: string): Fault[] {
  const points = strokes.reduce((sum, { length }) => sum + length, 0) / 2;
  if (points > maxPoints) {
    return [{ pointer, code: 'length', detail: `strokes must have at most ${maxPoints} points in all.` }];
  }
  return strokes.flatMap(({ length }, at) =>
    length % 2 === 0
      ? []
      : [{ pointer: `${pointer}/${at}`, code: 'length', detail: 'A stroke must have a y for each x.' }],
  );
}
