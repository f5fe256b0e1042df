import {
  changeDepth,
  created,
  listResponse,
  pageQuery,
  pageRequest,
  type Route,
  route,
  type RouteResponse,
  tagged,
  versioned,
  wrapped,
  wrappedList,
  deckIdQuery,
  orderByQuery,
  statusQuery,
  timeQuery,
} from '../../kit/http/index.ts';
import { id, json, list, nested, oneOf, text, time, view, viewOf } from '../../kit/data/index.ts';
import { ContractSigner, contractSignatureView } from '../signatures/signature.attributes.ts';
import { coSigner, outcomeAttributes, subjectAttributes } from './contract.attributes.ts';
import {
  CreateContractInput,
  DeclineContractInput,
  SendContractInput,
  SignContractInput,
  UpdateContractInput,
} from './contract.inputs.ts';
import { contractTag, listContracts, readContract, type ShownContract } from './contract.reader.ts';
import { type ContractService } from './contract.service.ts';
import { contractWarningView } from './contract.warnings.ts';
import { listAllContracts } from './contract.list.ts';
import { ContractStatus } from './contract-status.ts';

export const contractView = view<ShownContract, 'boundToPresentationId' | 'brand' | 'storedSignatures' | 'version'>(
  'Contract',
  {
    id,
    ...viewOf(subjectAttributes),
    document: json,
    documentHash: text,
    ...viewOf({ coSigner }),
    signatures: list(nested(contractSignatureView)),
    missingSigners: list(oneOf(ContractSigner)),
    warnings: list(nested(contractWarningView)),
    ...viewOf(outcomeAttributes),
    createdAt: time,
    updatedAt: time,
  },
);

const tag = 'Contracts';
const ofPresentation = '/api/presentations/{presentationId}/contracts';
const one = '/api/contracts/{contractId}';

/** What all routes that change the state of a contract share. */
export const contractTransition = {
  tag,
  extension: true,
  method: 'POST',
  responses: { 200: versioned(wrapped('contract', contractView, 'The contract after the change.')) },
} as const;

/** REST routes of contracts. Each transition is a POST of its own, with If-Match. */
export function contractRoutes(contracts: ContractService): Route[] {
  return [inboxRoute(), ...readRoutes(), ...openingRoutes(contracts), ...closingRoutes(contracts)];
}

function inboxRoute(): Route {
  return route({
    tag,
    extension: true,
    method: 'GET',
    path: '/api/contracts',
    operationId: 'listAllContracts',
    summary: 'List contracts of all decks, newest first by default',
    description: 'Those that the key sees. Follow the Link header for more pages.',
    query: {
      ...pageQuery,
      deckId: deckIdQuery,
      status: statusQuery(
        Object.values(ContractStatus),
        'Only contracts that are in one of these states now: an overdue one is expired.',
      ),
      since: timeQuery('Only contracts made at or after this time, in ISO 8601.'),
      until: timeQuery('Only contracts made before this time, in ISO 8601.'),
      orderBy: orderByQuery('created_desc'),
    },
    responses: { 200: wrappedList('contracts', contractView, 'A page of contracts.') },
    handle: async ({ scope, query: { limit, after, ...filter } }) =>
      listResponse('contracts', contractView, await listAllContracts(scope, { ...filter, first: limit, after })),
  });
}

function readRoutes(): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: ofPresentation,
      operationId: 'listContracts',
      summary: 'List the contracts of a presentation, newest first',
      description: 'Follow the Link header for more pages.',
      query: pageQuery,
      responses: { 200: wrappedList('contracts', contractView, 'A page of contracts.') },
      errors: ['NOT_FOUND'],
      handle: async (request) => {
        const page = await listContracts(request.scope, request.path('presentationId'), pageRequest(request));
        return listResponse('contracts', contractView, page);
      },
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: one,
      operationId: 'getContract',
      summary: 'Read a contract with its document',
      description:
        'Until the signature, each read builds the document from current data. A signature must name its documentHash.',
      responses: { 200: versioned(wrapped('contract', contractView, 'The contract.')) },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => contractResponse(await readContract(scope, path('contractId'))),
    }),
  ];
}

/** Routes of a contract before the signature: draft, change, send, mark as viewed. */
function openingRoutes(contracts: ContractService): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'POST',
      path: ofPresentation,
      operationId: 'createContract',
      summary: 'Draft a contract for an offer of a presentation',
      description: 'An offer has at most one open or signed contract.',
      body: CreateContractInput,
      isBodyOptional: true,
      responses: { 201: created(wrapped('contract', contractView, 'The draft.')) },
      errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body }) => {
        const contract = await contracts.create(scope, path('presentationId'), body);
        const { headers, ...draft } = contractResponse(contract);
        return { ...draft, status: 201, headers: { ...headers, Location: `/api/contracts/${contract.id}` } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'PUT',
      path: one,
      operationId: 'updateContract',
      summary: 'Change a draft',
      description: `${changeDepth} Refused for a contract that is no draft.`,
      body: UpdateContractInput,
      responses: contractTransition.responses,
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, ifMatch }) =>
        contractResponse(await contracts.update(scope, path('contractId'), body, { ifMatch })),
    }),
    route({
      ...contractTransition,
      path: `${one}/send`,
      operationId: 'sendContract',
      summary: 'Send a draft, so that it can be signed',
      description:
        'Without expiresAt, here and in the draft, it expires at the end of the day CONTRACT_VALID_DAYS from now, in the time zone of its presentation.',
      body: SendContractInput,
      isBodyOptional: true,
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, ifMatch }) =>
        contractResponse(await contracts.send(scope, path('contractId'), body, ifMatch)),
    }),
    route({
      ...contractTransition,
      path: `${one}/mark-viewed`,
      operationId: 'markContractViewed',
      summary: 'Record the first view of a contract',
      description: 'The first view is recorded as contract.viewed; later ones change nothing.',
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifMatch }) =>
        contractResponse(await contracts.markViewed(scope, path('contractId'), ifMatch)),
    }),
  ];
}

/** Routes that settle a contract: sign, decline, void. */
function closingRoutes(contracts: ContractService): Route[] {
  return [
    route({
      ...contractTransition,
      path: `${one}/sign`,
      operationId: 'signContract',
      summary: 'Sign one tier of the document that was read',
      description:
        'A repeated signature returns the contract; a different one is refused. With a coSigner it is signed once both have signed the same document and tier.',
      body: SignContractInput,
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, client, ifMatch }) =>
        contractResponse(await contracts.sign(scope, path('contractId'), body, client, ifMatch)),
    }),
    route({
      ...contractTransition,
      path: `${one}/decline`,
      operationId: 'declineContract',
      summary: 'Decline a contract on behalf of the homeowner',
      description: 'A declined contract is final: draft a new one instead.',
      body: DeclineContractInput,
      isBodyOptional: true,
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, body, ifMatch }) =>
        contractResponse(await contracts.decline(scope, path('contractId'), body, ifMatch)),
    }),
    route({
      ...contractTransition,
      path: `${one}/void`,
      operationId: 'voidContract',
      summary: 'Withdraw a contract on behalf of the seller',
      description: 'A voided contract is final: draft a new one instead.',
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifMatch }) =>
        contractResponse(await contracts.void(scope, path('contractId'), ifMatch)),
    }),
  ];
}

export function contractResponse(contract: ShownContract): RouteResponse {
  return { body: { contract: contractView.write(contract) }, headers: tagged(contractTag(contract)) };
}
