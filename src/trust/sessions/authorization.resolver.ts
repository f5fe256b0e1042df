import { Arg, Ctx, Resolver } from 'type-graphql';
import { inTransaction } from '../../kit/data/index.ts';
import { type GraphQLContext, PayloadMutation, NotStored } from '../../kit/graphql/index.ts';
import { AppError } from '../../kit/core/index.ts';

/** Replaces the credential of an open socket. */
@Resolver()
export class AuthorizationResolver {
  @NotStored()
  @PayloadMutation(
    { expiresAt: [() => Date, 'Time of expiry of the new credential; null for never.', 'nullable'] },
    {
      description:
        'Replaces the credential of this WebSocket by a newer one of the same holder with the same rights. Its live operations go on without a gap. After an error the old one stays valid. Over HTTP it is refused: there each request has its own credential.',
    },
  )
  async refreshAuthorization(
    @Ctx() context: GraphQLContext,
    @Arg('authorization', () => String, { description: 'As in connectionParams: Bearer and the key or token.' })
    authorization: string,
  ): Promise<Date | null> {
    const { refresh } = context;
    if (refresh === undefined) throw overHttp();
    const scope = context.change();
    const { until } = await refresh(authorization).catch((error: unknown) => {
      scope.trail?.refused(error);
      throw error;
    });
    // It changes no row: the transaction is for its entry in the audit log.
    await inTransaction(scope, async () => {});
    return until;
  }
}

function overHttp(): AppError {
  return new AppError(
    'websocket_only',
    'refreshAuthorization works over a WebSocket alone: over HTTP, send the new credential with the next request.',
  );
}
