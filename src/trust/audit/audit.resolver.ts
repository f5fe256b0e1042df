import { Args, ArgsType, Ctx, Field, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import {
  type Connection,
  connectionType,
  type GraphQLContext,
  type NodeCatalogue,
  nodePrice,
  PageArgs,
  readNode,
  toConnection,
} from '../../kit/graphql/index.ts';
import { Node } from '../../kit/data/index.ts';
import { DateTimeISO, isUuid } from '../../kit/input/index.ts';
import { AuditedObject, AuditEntry, AuditResult } from './audit-entry.entity.ts';
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

/** Adds the object itself to what the audit log says of it. */
@Resolver(() => AuditedObject)
export class AuditedObjectResolver {
  constructor(private readonly nodes: NodeCatalogue) {}

  @FieldResolver(() => Node, {
    nullable: true,
    complexity: nodePrice,
    description: 'The object, as it is now; null after it was deleted, and for what node does not read.',
  })
  async object(@Ctx() context: GraphQLContext, @Root() { objectId }: AuditedObject): Promise<object | null> {
    return isUuid(objectId) ? readNode(context, this.nodes, { id: objectId }) : null;
  }
}
