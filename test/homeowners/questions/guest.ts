import type { PresentationAnswer } from '../../helpers/answers.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { RestClient } from '../../helpers/rest-client.ts';
import type { TestApp } from '../../helpers/test-app.ts';

/** A homeowner who was given a link. */
export interface Guest {
  readonly rest: RestClient;
  readonly graphql: GraphQLClient;
  readonly linkId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Gives a homeowner a link to a presentation. Answers are checked against the document that the key of the test reads. */
export async function guestOf(app: TestApp, { id }: Pick<PresentationAnswer, 'id'>): Promise<Guest> {
  const { status, body } = await app.rest.post<{ link: { id: string }; token: string }>(
    `/api/presentations/${id}/links`,
    { name: 'Phone' },
  );
  if (status !== 201) throw new Error(`the link was answered ${status}`);
  const headers = { authorization: `Link ${body.token}` };
  const rest = await new RestClient(app.base, headers).open({
    authorization: 'Bearer a-key-of-more-than-16-characters',
  });
  return { rest, graphql: new GraphQLClient(app.base, headers), linkId: body.link.id, headers };
}
