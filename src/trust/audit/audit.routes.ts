import {
  joined,
  lines,
  listResponse,
  pageQuery,
  pageRequest,
  type Route,
  route,
  timeQuery,
  wrapped,
  wrappedList,
} from '../../kit/http/index.ts';
import { auditEntryView, AuditResult } from './audit-entry.entity.ts';
import { exportAudit, listAuditEntries } from './audit.reader.ts';
import { auditHeadView, readEnd } from './chain.ts';

const shared = { tag: 'Audit', extension: true, method: 'GET' } as const;

export function auditRoutes(): Route[] {
  return [
    route({
      ...shared,
      path: '/api/audit',
      operationId: 'listAuditEntries',
      summary: 'List the audit log, newest first',
      description:
        'Changes, reads of secrets and refusals, each with its caller. An entry names fields and has no values. `head` is the end of the chain: keep its number and hash elsewhere. Pages follow the Link header.',
      query: {
        ...pageQuery,
        since: timeQuery('Only entries from this time on, in ISO 8601.'),
        until: timeQuery('Only entries before this time, in ISO 8601.'),
        key: { schema: { type: 'string' }, description: 'Only what this key did: its id, or `environment`.' },
        operation: { schema: { type: 'string' }, description: 'Only this operation, by its operationId.' },
        objectId: { schema: { type: 'string' }, description: 'Only entries that name the object with this id.' },
        result: {
          schema: { type: 'string', enum: Object.values(AuditResult) },
          description: 'Only what was done, or only what was refused.',
        },
      },
      responses: {
        200: joined(
          wrappedList('entries', auditEntryView, 'A page of the audit log.'),
          wrapped('head', auditHeadView, 'The end of the chain.'),
        ),
      },
      handle: async (request) => {
        const { scope, query } = request;
        const page = await listAuditEntries(scope, pageRequest(request), query);
        const head = auditHeadView.write(await readEnd(scope.em));
        const { body, ...response } = listResponse('entries', auditEntryView, page);
        return { ...response, body: { ...body, head } };
      },
    }),
    exportRoute(),
  ];
}

function exportRoute(): Route {
  return route({
    ...shared,
    path: '/api/audit.jsonl',
    operationId: 'exportAudit',
    summary: 'Export the audit log',
    description:
      'All entries that have a place in the chain, oldest first, one JSON object a line. `hash` is the SHA-256 of the canonical JSON (sorted keys, no blanks) of all other members. An export is an entry itself.',
    query: {
      after: {
        schema: { type: 'integer', minimum: 0 },
        description: 'Only entries behind this number: the last one of an earlier export.',
      },
    },
    responses: { 200: lines('The entries.') },
    handle: async ({ scope, query }) => ({ lines: await exportAudit(scope, query.after ?? 0) }),
  });
}
