import { type NodeCatalogue, tableNode } from '../../kit/graphql/index.ts';
import { needsAllDecks } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { AuditEntry, AuditLink, AuditWaiting } from './audit-entry.entity.ts';
import { AuditedObjectResolver, AuditResolver } from './audit.resolver.ts';
import { auditRoutes } from './audit.routes.ts';
import { auditEntriesById } from './chain.ts';

const readAudit = 'audit:read';

/** The audit log: who did what, and what was refused. */
export const auditModule: Module<{ readonly catalogue: { readonly nodes: NodeCatalogue } }> = {
  operations: {
    listAuditEntries: needsAllDecks(readAudit, 'Query.auditEntries', 'Query.auditHead'),
    exportAudit: needsAllDecks(readAudit),
  },
  tags: { Audit: 'Changes, reads of secrets and refusals.' },
  entities: [AuditEntry, AuditLink, AuditWaiting],
  nodes: { AuditEntry: tableNode(AuditEntry, auditEntriesById, readAudit) },
  resolvers: [AuditResolver, AuditedObjectResolver],
  instances: ({ catalogue }) => [new AuditedObjectResolver(catalogue.nodes)],
  routes: auditRoutes,
};
