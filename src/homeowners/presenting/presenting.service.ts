import type { RequestScope } from '../../kit/data/index.ts';
import { invalidField } from '../../kit/core/index.ts';
import { readPresentation } from '../../presentations/presentations/presentation.reader.ts';
import { holderOf, type PresentationLead } from './lead.ts';
import type { PresenterPositions } from './presenter-positions.ts';
import type { LeadPresentationInput } from './presenting.inputs.ts';

/** Lets a presenter lead the open pages of a presentation. Nothing of it is stored. */
export class PresentingService {
  constructor(private readonly positions: PresenterPositions) {}

  /**
   * @returns where the pages are to be now
   * @throws AppError `NOT_FOUND`, `INVALID_INPUT` for a slide that there is not, and as `Leads.take` does
   */
  async lead(scope: RequestScope, presentationId: string, input: LeadPresentationInput): Promise<PresentationLead> {
    const { id, slideCount } = await readPresentation(scope, presentationId);
    const { takesOver, presenterId, ...position } = input;
    if (position.slide >= slideCount) {
      throw invalidField('/slide', 'range', `slide must be below ${slideCount}, the number of slides.`);
    }
    const holder = holderOf(scope.actor.key);
    this.positions.take({ ...position, presentationId: id, presenterId: presenterId.toLowerCase(), holder }, takesOver);
    return this.positions.of(id);
  }
}
