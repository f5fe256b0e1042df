const path = '/graphql';

/** Whether a path is GraphQL's, over HTTP and for sockets; a slash behind it makes no difference, as in REST. */
export function isGraphQLPath(asked: string): boolean {
  return asked === path || asked === `${path}/`;
}
