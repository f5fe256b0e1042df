import { type Route, route } from '../../kit/http/index.ts';
import { contractResponse, contractTransition } from '../contracts/contract.routes.ts';
import { RescindContractInput } from './rescission.inputs.ts';
import type { RescissionService } from './rescission.service.ts';

export function rescissionRoutes(rescissions: RescissionService): Route[] {
  return [
    route({
      ...contractTransition,
      path: '/api/contracts/{contractId}/rescind',
      operationId: 'rescindContract',
      summary: 'Record that the homeowner canceled what they had signed',
      description:
        'Possible until rescindableUntil. A letter counts by the day on which it was sent: give that as givenAt.',
      body: RescindContractInput,
      isBodyOptional: true,
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, ifMatch }) =>
        contractResponse(await rescissions.rescind(scope, path('contractId'), body, ifMatch)),
    }),
  ];
}
