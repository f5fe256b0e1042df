import { followStates } from '../../kit/live/index.ts';
import { type Route, route, stateResponse, streamed, withLinks } from '../../kit/http/index.ts';
import type { StreamLinks } from '../../kit/rights/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import type { Semaphore } from '../../kit/core/index.ts';
import { contractsById, contractTag, readContract } from '../contracts/contract.reader.ts';
import { contractView } from '../contracts/contract.routes.ts';
import type { contractFollower } from './contract.stream.ts';

/**
 * REST routes that stream one contract as server-sent events.
 *
 * @param reads limits concurrent reads after live changes
 */
export function contractStreamRoutes(
  follow: ReturnType<typeof contractFollower>,
  reads: Semaphore,
  links: StreamLinks,
): Route[] {
  const stream = route({
    tag: 'Contracts',
    extension: true,
    method: 'GET',
    path: '/api/contracts/{contractId}/stream',
    operationId: 'streamContract',
    summary: 'Follow a contract as server-sent events',
    description:
      'Sends the current contract at once and after each change of it, or of the choices and prices that the document of an unsigned one shows. The id of each event is that of the ETag. A client that reconnects gets the current state. When the contract is deleted, the data is null and the stream ends.',
    responses: { 200: streamed(contractView, 'The current contract, after each change.') },
    errors: ['NOT_FOUND'],
    handle: async ({ scope, path }) => {
      const id = requireUuid(path('contractId'), 'contractId');
      const read = async () => (await contractsById(scope.em, [id]))[0] ?? null;
      return stateResponse(
        await followStates(await follow(scope, id), () => reads.run(read)),
        contractView,
        contractTag,
      );
    },
  });
  const check = (scope: RequestScope, path: (name: string) => string) => readContract(scope, path('contractId'));
  return withLinks(stream, { operationId: 'createContractStreamLink', links, check });
}
