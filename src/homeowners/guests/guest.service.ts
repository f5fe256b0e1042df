import type { ExpectedTag, ExpectedVersion, RequestScope } from '../../kit/data/index.ts';
import type { Client } from '../../kit/rights/index.ts';
import type { DeclineContractInput, SignContractInput } from '../../contracts/contracts/contract.inputs.ts';
import type { ShownContract } from '../../contracts/contracts/contract.reader.ts';
import type { ContractService } from '../../contracts/contracts/contract.service.ts';
import type { SelectAddOnsInput } from '../../contracts/add-ons/add-on.inputs.ts';
import type { AddOnService } from '../../contracts/add-ons/add-on.service.ts';
import { presentationOf } from '../links/guest-link.ts';
import type { SelectTierInput } from '../../presentations/presentations/presentation.inputs.ts';
import type { PresentationService } from '../../presentations/presentations/presentation.service.ts';
import type { RescissionService } from '../../contracts/rescission/rescission.service.ts';
import type { GuestPresentation } from './guest.presentation.ts';
import { readGuestPresentation, requireGuestContract } from './guest.reader.ts';

interface Dependencies {
  readonly presentations: Pick<PresentationService, 'selectTier'>;
  readonly addOns: Pick<AddOnService, 'select'>;
  readonly contracts: Pick<ContractService, 'sign' | 'decline'>;
  readonly rescissions: Pick<RescissionService, 'rescind'>;
}

/** What a guest may change: by the use cases of everyone else, in the one presentation of the link. */
export class GuestService {
  constructor(private readonly dependencies: Dependencies) {}

  /** @throws AppError as `PresentationService.selectTier` does */
  async selectTier(
    scope: RequestScope,
    input: SelectTierInput,
    ifVersion?: ExpectedVersion,
  ): Promise<GuestPresentation> {
    await this.dependencies.presentations.selectTier(scope, presentationOf(scope), input, ifVersion);
    return readGuestPresentation(scope);
  }

  /** @throws AppError as `AddOnService.select` does */
  async selectAddOns(
    scope: RequestScope,
    input: SelectAddOnsInput,
    ifVersion?: ExpectedVersion,
  ): Promise<GuestPresentation> {
    await this.dependencies.addOns.select(scope, presentationOf(scope), input, ifVersion);
    return readGuestPresentation(scope);
  }

  /** @throws AppError `NOT_FOUND` for a contract of another presentation, and as `ContractService.sign` does */
  async sign(
    scope: RequestScope,
    contractId: string,
    input: SignContractInput,
    client: Client,
    ifMatch?: ExpectedTag,
  ): Promise<ShownContract> {
    const id = await requireGuestContract(scope, contractId);
    return this.dependencies.contracts.sign(scope, id, input, client, ifMatch);
  }

  /** @throws AppError `NOT_FOUND` for a contract of another presentation, and as `ContractService.decline` does */
  async decline(
    scope: RequestScope,
    contractId: string,
    input: DeclineContractInput,
    ifMatch?: ExpectedTag,
  ): Promise<ShownContract> {
    const id = await requireGuestContract(scope, contractId);
    return this.dependencies.contracts.decline(scope, id, input, ifMatch);
  }

  /** @throws AppError `NOT_FOUND` for a contract of another presentation, and as `RescissionService.rescind` does */
  async rescind(scope: RequestScope, contractId: string, ifMatch?: ExpectedTag): Promise<ShownContract> {
    const id = await requireGuestContract(scope, contractId);
    return this.dependencies.rescissions.rescind(scope, id, {}, ifMatch);
  }
}
