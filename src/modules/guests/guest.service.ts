import type { Client } from '../../platform/access/client.ts';
import { inTransaction, type RequestScope } from '../../platform/database/scope.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { SignContractInput } from '../contracts/contract.inputs.ts';
import type { ShownContract } from '../contracts/contract.reader.ts';
import type { ContractService } from '../contracts/contract.service.ts';
import type { SelectAddOnsInput } from '../add-ons/add-on.inputs.ts';
import type { AddOnService } from '../add-ons/add-on.service.ts';
import type { SelectTierInput } from '../presentations/presentation.inputs.ts';
import { readPresentation } from '../presentations/presentation.reader.ts';
import type { PresentationService } from '../presentations/presentation.service.ts';
import { questionAsked } from './guest.events.ts';
import type { AskGuestQuestionInput } from './guest.inputs.ts';
import type { GuestPresentation } from './guest.presentation.ts';
import { presentationOf, readGuestPresentation, requireGuestContract } from './guest.reader.ts';

interface Dependencies {
  readonly events: EventLog;
  readonly presentations: Pick<PresentationService, 'selectTier'>;
  readonly addOns: Pick<AddOnService, 'select'>;
  readonly contracts: Pick<ContractService, 'sign'>;
}

/** What a guest may change: by the use cases of everyone else, in the one presentation of the link. */
export class GuestService {
  constructor(private readonly dependencies: Dependencies) {}

  /** @throws AppError as `PresentationService.selectTier` does */
  async selectTier(scope: RequestScope, input: SelectTierInput, ifVersion?: number | null): Promise<GuestPresentation> {
    await this.dependencies.presentations.selectTier(scope, presentationOf(scope), input, ifVersion);
    return readGuestPresentation(scope);
  }

  /** @throws AppError as `AddOnService.select` does */
  async selectAddOns(
    scope: RequestScope,
    input: SelectAddOnsInput,
    ifVersion?: number | null,
  ): Promise<GuestPresentation> {
    await this.dependencies.addOns.select(scope, presentationOf(scope), input, ifVersion);
    return readGuestPresentation(scope);
  }

  /** Records a question as an event. */
  async ask(scope: RequestScope, { question, slideId = null }: AskGuestQuestionInput): Promise<void> {
    await inTransaction(scope, async (transaction) => {
      const { id: presentationId, deckId } = await readPresentation(transaction, presentationOf(scope));
      const data = { presentationId, linkId: scope.actor.key ?? '', slideId, question };
      await this.dependencies.events.record(transaction, questionAsked, { deckId, data });
    });
  }

  /** @throws AppError `NOT_FOUND` for a contract of another presentation, and as `ContractService.sign` does */
  async sign(
    scope: RequestScope,
    contractId: string,
    input: SignContractInput,
    client: Client,
    ifMatch?: string,
  ): Promise<ShownContract> {
    const id = await requireGuestContract(scope, contractId);
    return this.dependencies.contracts.sign(scope, id, input, client, ifMatch);
  }
}
