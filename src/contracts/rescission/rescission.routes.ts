import { type Route, route, tagged, versioned, wrapped } from '../../kit/http/index.ts';
import { contractTag } from '../contracts/contract.reader.ts';
import { contractView } from '../contracts/contract.routes.ts';
import { RescindContractInput } from './rescission.inputs.ts';
import type { RescissionService } from './rescission.service.ts';

/** The REST route of the right to cancel. */
export function rescissionRoutes(rescissions: RescissionService): Route[] {
  return [
    route({
      tag: 'Contracts',
      extension: true,
      method: 'POST',
      path: '/api/contracts/{contractId}/rescind',
      operationId: 'rescindContract',
      summary: 'Record that the homeowner canceled what they had signed',
      description:
        'Possible until rescindableUntil. A letter counts by the day on which it was sent: give that as givenAt.',
      body: RescindContractInput,
      isBodyOptional: true,
      responses: { 200: versioned(wrapped('contract', contractView, 'The contract after the change.')) },
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, ifMatch }) => {
        const contract = await rescissions.rescind(scope, path('contractId'), body, ifMatch);
        return { body: { contract: contractView.write(contract) }, headers: tagged(contractTag(contract)) };
      },
    }),
  ];
}
