import { ID, ObjectType } from 'type-graphql';
import { answerOf, attributes, shown, shownList, view, viewOf } from '../../kit/data/index.ts';
import { listOf } from '../../kit/core/index.ts';

const heldContractAttributes = attributes({
  contractId: shown(ID, 'The id of the contract.'),
  heldUntil: shown(Date, 'When it is pseudonymized.'),
});

@ObjectType({ simpleResolvers: true, description: 'A signed contract that is held for a while.' })
export class HeldContract extends answerOf(heldContractAttributes) {}

const heldContractView = view<HeldContract>('HeldContract', viewOf(heldContractAttributes));

const erasureAttributes = attributes({
  presentationIds: shown([ID], 'The presentations that were erased, with their slides and FAQs.'),
  contractIds: shown([ID], 'The contracts that were erased: none of them was signed.'),
  pseudonymizedContractIds: shown([ID], 'The signed contracts that were pseudonymized, because their hold was over.'),
  heldContracts: shownList(
    HeldContract,
    heldContractView,
    'The signed contracts that are held, and until when.',
    listOf(1),
  ),
  isComplete: shown(Boolean, 'False when there were too many for one request: send it again.'),
});

/** What an erasure did. What mentions the homeowner elsewhere is removed right after it. */
@ObjectType({
  simpleResolvers: true,
  description:
    'What was erased, and what is held. Events, recorded answers, stored results, mails in the outbox and audio follow within seconds.',
})
export class Erasure extends answerOf(erasureAttributes) {}

export const erasureView = view<Erasure>('Erasure', viewOf(erasureAttributes));
