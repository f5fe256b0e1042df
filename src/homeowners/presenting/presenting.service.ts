import type { RequestScope } from '../../kit/data/index.ts';
import { invalidField } from '../../kit/core/index.ts';
import { readPresentation } from '../../presentations/presentations/presentation.reader.ts';
import { holderOf, type PresenterPosition } from './presenter-position.ts';
import type { PresenterPositions } from './presenter-positions.ts';
import type { SetPresenterPositionInput } from './presenting.inputs.ts';

/** Lets a presenter move the open pages of a presentation. Nothing of it is stored. */
export class PresentingService {
  constructor(private readonly positions: PresenterPositions) {}

  /**
   * @returns where the pages are to be now
   * @throws AppError `NOT_FOUND`, `INVALID_INPUT` for a slide that there is not, and as `PresenterPositions.take` does
   */
  async move(
    scope: RequestScope,
    presentationId: string,
    input: SetPresenterPositionInput,
  ): Promise<PresenterPosition> {
    const { id, slideCount } = await readPresentation(scope, presentationId);
    const { isTakeover, presenterId, ...position } = input;
    if (position.slideIndex >= slideCount) {
      throw invalidField('/slideIndex', 'range', `slideIndex must be below ${slideCount}, the number of slides.`);
    }
    const holder = holderOf(scope.actor.key);
    this.positions.take(
      { ...position, presentationId: id, presenterId: presenterId.toLowerCase(), holder },
      isTakeover,
    );
    return this.positions.of(id);
  }
}
