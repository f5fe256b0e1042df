import { type Route, route, wrapped } from '../../kit/http/index.ts';
import { readPresentation } from '../presentations/presentation.reader.ts';
import { readDrift } from './drift.reader.ts';
import { driftView } from './drift.ts';

export function driftRoutes(): Route[] {
  return [
    route({
      tag: 'Presentations',
      extension: true,
      method: 'GET',
      path: '/api/presentations/{presentationId}/drift',
      operationId: 'getPresentationDrift',
      summary: 'Compare a presentation with its current deck',
      description: 'Lists the slides, FAQs and prices that differ. Changes nothing.',
      responses: { 200: wrapped('drift', driftView, 'The differences.') },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path }) => {
        const presentation = await readPresentation(scope, path('presentationId'));
        return { body: { drift: driftView.write(await readDrift(scope, presentation)) } };
      },
    }),
  ];
}
