import type { RequestScope } from '../../kit/data/index.ts';
import {
  type Route,
  route,
  type RouteResponse,
  tagged,
  versioned,
  wrapped,
  wrappedList,
} from '../../kit/http/index.ts';
import { DeclineContractInput, SignContractInput } from '../../contracts/contracts/contract.inputs.ts';
import { contractTag, type ShownContract } from '../../contracts/contracts/contract.reader.ts';
import { guestContractView } from './guest.contract.ts';
import { guestContract, readGuestContracts } from './guest.reader.ts';
import type { GuestService } from './guest.service.ts';

const needsLink = 'Needs a link with the scope view_and_sign. Send `Authorization: Link` and the token of the link.';

const shared = { tag: 'Guests', extension: true } as const;
const one = '/api/guest/contracts/{contractId}';

/** What all routes that change the state of a contract share. */
const transition = {
  ...shared,
  method: 'POST',
  responses: { 200: versioned(wrapped('contract', guestContractView, 'The contract after the change.')) },
} as const;

export function guestContractRoutes(guests: GuestService): Route[] {
  return [listRoute(), ...changeRoutes(guests)];
}

function listRoute(): Route {
  return route({
    ...shared,
    method: 'GET',
    path: '/api/guest/contracts',
    operationId: 'listGuestContracts',
    summary: 'List the contracts of a link that may be signed, or were',
    description: `Newest first, each with its document. ${needsLink}`,
    responses: { 200: wrappedList('contracts', guestContractView, 'The contracts.') },
    handle: async ({ scope }) => ({
      body: { contracts: (await readGuestContracts(scope)).map((contract) => guestContractView.write(contract)) },
    }),
  });
}

function changeRoutes(guests: GuestService): Route[] {
  return [
    route({
      ...transition,
      path: `${one}/sign`,
      operationId: 'signGuestContract',
      summary: 'Sign a contract by a link',
      description: `As signContract does; the link is recorded with the signature. ${needsLink}`,
      body: SignContractInput,
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, client, ifMatch }) =>
        respond(scope, await guests.sign(scope, path('contractId'), body, client, ifMatch)),
    }),
    route({
      ...transition,
      path: `${one}/decline`,
      operationId: 'declineGuestContract',
      summary: 'Decline a contract by a link',
      description: `As declineContract does: it is final, and the seller may send another one. ${needsLink}`,
      body: DeclineContractInput,
      isBodyOptional: true,
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, body, ifMatch }) =>
        respond(scope, await guests.decline(scope, path('contractId'), body, ifMatch)),
    }),
    route({
      ...transition,
      path: `${one}/rescind`,
      operationId: 'rescindGuestContract',
      summary: 'Cancel a signed contract by a link',
      description: `Possible until rescindableUntil, by the right to cancel that the document gives. ${needsLink}`,
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifMatch }) =>
        respond(scope, await guests.rescind(scope, path('contractId'), ifMatch)),
    }),
  ];
}

function respond(scope: RequestScope, contract: ShownContract): RouteResponse {
  return {
    body: { contract: guestContractView.write(guestContract(scope, contract)) },
    headers: tagged(contractTag(contract)),
  };
}
