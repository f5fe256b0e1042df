import { listAnswer, pageQuery, pageRequest } from '../../http/paging.ts';
import { etag, file, type Route, type RouteAnswer, route, wrapped, wrappedList } from '../../http/route.ts';
import { id, json, nullable, oneOf, text, time, view } from '../../http/view.ts';
import { PricingTier } from '../slides/slide.entity.ts';
import { ContractStatus } from './contract.entity.ts';
import { DeclineContractInput, SendContractInput, SignContractInput } from './contract.inputs.ts';
import type { ContractPrinter } from './contract-printer.ts';
import { listContracts, readContract, type ShownContract } from './contract.reader.ts';
import type { ContractService } from './contract.service.ts';

const contractView = view<ShownContract>('Contract', {
  id,
  presentationId: id,
  deckId: id,
  status: oneOf(ContractStatus),
  expiresAt: nullable(time),
  document: json,
  documentHash: text,
  tier: nullable(oneOf(PricingTier)),
  total: nullable(text),
  currency: nullable(text),
  signerName: nullable(text),
  signedAt: nullable(time),
  signerIp: nullable(text),
  signerUserAgent: nullable(text),
  declineReason: nullable(text),
  createdAt: time,
  updatedAt: time,
});

const tag = 'Contracts';
const ofPresentation = '/api/presentations/{presentationId}/contracts';
const one = '/api/contracts/{contractId}';

export function contractRoutes(contracts: ContractService, printer: ContractPrinter): Route[] {
  return [...readRoutes(printer), ...moveRoutes(contracts)];
}

function readRoutes(printer: ContractPrinter): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: ofPresentation,
      summary: 'List the contracts of a presentation, newest first',
      query: pageQuery,
      answers: { 200: wrappedList('contracts', contractView, 'A page of its contracts.') },
      refuses: ['NOT_FOUND'],
      handle: async (request) => {
        const page = await listContracts(request.scope, request.path('presentationId'), pageRequest(request));
        return listAnswer('contracts', contractView, page);
      },
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: one,
      summary: 'Read a contract with its document',
      answers: { 200: wrapped('contract', contractView, 'The contract.') },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, path }) => answer(await readContract(scope, path('contractId'))),
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: `${one}/document.pdf`,
      summary: 'Print a contract: what was signed, or all that is offered',
      answers: { 200: file('application/pdf', 'The same bytes for the same contract.') },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const contract = await readContract(scope, path('contractId'));
        const headers = {
          'Content-Disposition': `inline; filename="contract-${contract.id}.pdf"`,
          'Cache-Control': 'private, no-cache',
        };
        return { body: await printer.print(contract), headers };
      },
    }),
  ];
}

function moveRoutes(contracts: ContractService): Route[] {
  const move = {
    tag,
    extension: true,
    method: 'POST',
    answers: { 200: wrapped('contract', contractView, 'The contract as it is now.') },
  } as const;
  return [
    route({
      tag,
      extension: true,
      method: 'POST',
      path: ofPresentation,
      summary: 'Draft a contract of the prices of a presentation',
      description: 'A presentation has one contract at a time: another one may follow when it was not signed.',
      answers: { 201: wrapped('contract', contractView, 'The draft.') },
      refuses: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE'],
      handle: async ({ scope, path }) => {
        const contract = await contracts.create(scope, path('presentationId'));
        const { headers, ...draft } = answer(contract);
        return { ...draft, status: 201, headers: { ...headers, Location: `/api/contracts/${contract.id}` } };
      },
    }),
    route({
      ...move,
      path: `${one}/send`,
      summary: 'Send a draft: from now on it may be signed, until it expires',
      body: SendContractInput,
      isBodyOptional: true,
      refuses: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, ifVersion }) =>
        answer(await contracts.send(scope, path('contractId'), body, ifVersion)),
    }),
    route({
      ...move,
      path: `${one}/view`,
      summary: 'Note that a contract was looked at; later looks change nothing',
      refuses: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) => answer(await contracts.view(scope, path('contractId'), ifVersion)),
    }),
    route({
      ...move,
      path: `${one}/sign`,
      summary: 'Sign one tier of the document that was read',
      description: 'The same signature again is answered with the first; any other one is refused.',
      body: SignContractInput,
      refuses: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, client, ifVersion }) =>
        answer(await contracts.sign(scope, path('contractId'), body, client, ifVersion)),
    }),
    route({
      ...move,
      path: `${one}/decline`,
      summary: 'Decline a contract, as whom it is for',
      body: DeclineContractInput,
      isBodyOptional: true,
      refuses: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, body, ifVersion }) =>
        answer(await contracts.decline(scope, path('contractId'), body, ifVersion)),
    }),
    route({
      ...move,
      path: `${one}/cancel`,
      summary: 'Withdraw a contract, as who made it',
      refuses: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) =>
        answer(await contracts.cancel(scope, path('contractId'), ifVersion)),
    }),
  ];
}

function answer(contract: ShownContract): RouteAnswer {
  return { body: { contract: contractView.write(contract) }, headers: etag(contract) };
}
