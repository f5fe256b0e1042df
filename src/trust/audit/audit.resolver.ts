import { Args, ArgsType, Ctx, Field, Query, Resolver } from 'type-graphql';
import {
  type Connection,
  connectionType,
  type GraphQLContext,
  PageArgs,
  toConnection,
} from '../../kit/graphql/index.ts';
import { DateTimeISO } from '../../kit/input/index.ts';
import { AuditEntry, AuditResult } from './audit-entry.entity.ts';
import { listAuditEntries } from './audit.reader.ts';
import { AuditHead, readEnd } from './chain.ts';

const AuditEntryConnection = connectionType(AuditEntry, 'AuditEntry');

@ArgsType()
class AuditEntriesArgs extends PageArgs {
  @Field(() => DateTimeISO, { nullable: true, description: 'Only entries from this time on, in ISO 8601.' })
  since?: string | null;

  @Field(() => DateTimeISO, { nullable: true, description: 'Only entries before this time, in ISO 8601.' })
  until?: string | null;

  @Field(() => String, { nullable: true, description: 'Only what this key did: its id, or `environment`.' })
  key?: string | null;

  @Field(() => String, { nullable: true, description: "Only this operation, by REST's operationId." })
  operation?: string | null;

  @Field(() => String, { nullable: true, description: 'Only entries that name the object with this id.' })
  objectId?: string | null;

  @Field(() => AuditResult, { nullable: true, description: 'Only what was done, or only what was refused.' })
  result?: AuditResult | null;
}

@Resolver(() => AuditEntry)
export class AuditResolver {
  @Query(() => AuditEntryConnection, { description: 'The audit log, newest first.' })
  async auditEntries(
    @Ctx() context: GraphQLContext,
    @Args(() => AuditEntriesArgs) args: AuditEntriesArgs,
  ): Promise<Connection<AuditEntry>> {
    return toConnection(await listAuditEntries(context.scope, args, args), args);
  }

  @Query(() => AuditHead, { description: 'The end of the chain of the audit log.' })
  async auditHead(@Ctx() { scope }: GraphQLContext): Promise<AuditHead> {
    return readEnd(scope.em);
  }
}
