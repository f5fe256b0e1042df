/**
 * Who may do what: every operation of every door, and what each kind of caller is answered. People wrote this table and
 * people change it; nothing computes it, so that a change of rights in the code shows here as a difference.
 *
 * The columns are: the REST operationIds, the GraphQL fields, the scopes that the operation needs, and the outcome for
 *
 * - none: no credential; wrong: a key that nobody has; expired and revoked: keys that once were good
 * - read: every scope that ends in `:read`, without `secrets:read` and `audit:read`
 * - write: every scope that ends in `:write`, and `events:publish`
 * - elsewhere: every scope but `admin`, limited to a deck that the request has nothing to do with
 * - admin: the scope `admin`
 *
 * `ok` is a result; 401, 403 and 404 are the statuses of REST, and the codes UNAUTHENTICATED, FORBIDDEN and NOT_FOUND of
 * GraphQL over HTTP and over a socket. `silent` is a stream of rows that the caller does not see. One row is one outcome
 * at all of its doors.
 */
const table = `
operations                                   fields                             needs                             none wrong expired revoked read write elsewhere admin
createDeck                                   Mutation.createDeck                decks:write                       401  401   401     401     403  ok    403       ok
listDecks                                    Query.decks                        decks:read                        401  401   401     401     ok   ok    ok        ok
getDeck                                      Query.deck                         decks:read                        401  401   401     401     ok   ok    404       ok
updateDeck+patchDeck                         Mutation.updateDeck                decks:write                       401  401   401     401     403  ok    404       ok
deleteDeck                                   Mutation.deleteDeck                decks:write                       401  401   401     401     403  ok    404       ok
streamDeck                                   Subscription.deckChanged           decks:read                        401  401   401     401     ok   ok    404       ok
listPlaceholders                             -                                  decks:read                        401  401   401     401     ok   ok    404       ok
translateDeck                                Mutation.translateDeck             decks:write                       401  401   401     401     403  ok    404       ok
createSlide                                  Mutation.createSlide               decks:write                       401  401   401     401     403  ok    404       ok
listSlides                                   -                                  decks:read                        401  401   401     401     ok   ok    404       ok
getSlide                                     Query.slide                        decks:read                        401  401   401     401     ok   ok    404       ok
updateSlide+patchSlide                       Mutation.updateSlide               decks:write                       401  401   401     401     403  ok    404       ok
deleteSlide                                  Mutation.deleteSlide               decks:write                       401  401   401     401     403  ok    404       ok
reorderSlides+patchSlideOrder                Mutation.reorderSlides             decks:write                       401  401   401     401     403  ok    404       ok
listSlideTranslations                        -                                  decks:read                        401  401   401     401     ok   ok    404       ok
getSlideTranslation                          -                                  decks:read                        401  401   401     401     ok   ok    404       ok
setSlideTranslation+patchSlideTranslation    -                                  decks:write                       401  401   401     401     403  ok    404       ok
deleteSlideTranslation                       -                                  decks:write                       401  401   401     401     403  ok    404       ok
createFaq                                    Mutation.createFaq                 decks:write                       401  401   401     401     403  ok    404       ok
listFaqs                                     -                                  decks:read                        401  401   401     401     ok   ok    404       ok
getFaq                                       -                                  decks:read                        401  401   401     401     ok   ok    404       ok
updateFaq+patchFaq                           Mutation.updateFaq                 decks:write                       401  401   401     401     403  ok    404       ok
deleteFaq                                    Mutation.deleteFaq                 decks:write                       401  401   401     401     403  ok    404       ok
listFaqTranslations                          -                                  decks:read                        401  401   401     401     ok   ok    404       ok
getFaqTranslation                            -                                  decks:read                        401  401   401     401     ok   ok    404       ok
setFaqTranslation+patchFaqTranslation        -                                  decks:write                       401  401   401     401     403  ok    404       ok
deleteFaqTranslation                         -                                  decks:write                       401  401   401     401     403  ok    404       ok
createPresentation                           Mutation.createPresentation        presentations:write               401  401   401     401     403  ok    404       ok
createPresentations                          Mutation.createPresentations       presentations:write               401  401   401     401     403  ok    404       ok
previewPresentation                          Query.previewPresentation          presentations:read                401  401   401     401     ok   ok    404       ok
getPresentation                              Query.presentation                 presentations:read                401  401   401     401     ok   ok    404       ok
listPresentations                            Query.presentations                presentations:read                401  401   401     401     ok   ok    404       ok
selectTier+patchTier                         Mutation.selectTier                presentations:write               401  401   401     401     403  ok    404       ok
narratePresentation                          Mutation.narratePresentation       presentations:write               401  401   401     401     403  ok    404       ok
streamPresentation                           Subscription.presentationProgress  presentations:read                401  401   401     401     ok   ok    404       ok
getPresentationDrift                         -                                  presentations:read                401  401   401     401     ok   ok    404       ok
getAudio                                     -                                  presentations:read                401  401   401     401     ok   ok    404       ok
getCaptions                                  -                                  presentations:read                401  401   401     401     ok   ok    404       ok
listContracts                                -                                  contracts:read                    401  401   401     401     ok   ok    404       ok
getContract                                  Query.contract                     contracts:read                    401  401   401     401     ok   ok    404       ok
printContract                                -                                  contracts:read                    401  401   401     401     ok   ok    404       ok
createContract                               Mutation.createContract            contracts:write                   401  401   401     401     403  ok    404       ok
sendContract                                 Mutation.sendContract              contracts:write                   401  401   401     401     403  ok    404       ok
viewContract                                 Mutation.viewContract              contracts:write                   401  401   401     401     403  ok    404       ok
signContract                                 Mutation.signContract              contracts:write                   401  401   401     401     403  ok    404       ok
declineContract                              Mutation.declineContract           contracts:write                   401  401   401     401     403  ok    404       ok
cancelContract                               Mutation.cancelContract            contracts:write                   401  401   401     401     403  ok    404       ok
createSubscription                           Mutation.createSubscription        notifications:write,events:read   401  401   401     401     403  403   403       ok
listSubscriptions                            Query.subscriptions                notifications:read                401  401   401     401     ok   ok    ok        ok
getSubscription                              Query.subscription                 notifications:read                401  401   401     401     ok   ok    404       ok
updateSubscription+patchSubscription         Mutation.updateSubscription        notifications:write,events:read   401  401   401     401     403  403   404       ok
deleteSubscription                           Mutation.deleteSubscription        notifications:write               401  401   401     401     403  ok    404       ok
getSubscriptionSecret                        Query.subscriptionSecret           secrets:read                      401  401   401     401     403  403   404       ok
rotateSubscriptionSecret                     Mutation.rotateSubscriptionSecret  notifications:write,secrets:read  401  401   401     401     403  403   404       ok
getDeliveryPolicy                            -                                  notifications:read                401  401   401     401     ok   ok    404       ok
updateDeliveryPolicy+patchDeliveryPolicy     Mutation.updateDeliveryPolicy      notifications:write               401  401   401     401     403  ok    404       ok
getSubscriptionFilter                        -                                  notifications:read                401  401   401     401     ok   ok    404       ok
tryFilter                                    Query.tryFilter                    notifications:read,events:read    401  401   401     401     ok   403   ok        ok
testSubscription                             Mutation.testSubscription          notifications:write               401  401   401     401     403  ok    404       ok
recoverDeliveries                            Mutation.recoverDeliveries         notifications:write               401  401   401     401     403  ok    404       ok
listSubscriptionDeliveries                   -                                  notifications:read                401  401   401     401     ok   ok    404       ok
listDeliveries                               Query.deliveries                   notifications:read                401  401   401     401     ok   ok    ok        ok
getDelivery                                  Query.delivery                     notifications:read                401  401   401     401     ok   ok    404       ok
resendDelivery                               Mutation.resendDelivery            notifications:write               401  401   401     401     403  ok    404       ok
explainDelivery                              Query.explainDelivery              notifications:read,events:read    401  401   401     401     ok   403   404       ok
-                                            Subscription.deliveryAttempts      notifications:read                401  401   401     401     ok   ok    silent    ok
getFanOut                                    Query.fanOut                       notifications:read                401  401   401     401     ok   ok    404       ok
retryFanOut                                  Mutation.retryFanOut               notifications:write               401  401   401     401     403  ok    404       ok
listEventTypes                               Query.eventTypes                   -                                 401  401   401     401     ok   ok    ok        ok
publishEvent                                 Mutation.publishEvent              events:publish                    401  401   401     401     403  ok    403       ok
listEvents                                   Query.events                       events:read                       401  401   401     401     ok   403   ok        ok
getLatestEventCursor                         Query.latestEventCursor            events:read                       401  401   401     401     ok   403   ok        ok
streamEvents                                 Subscription.events                events:read                       401  401   401     401     ok   403   ok        ok
listDeadJobs                                 Query.deadJobs                     admin                             401  401   401     401     403  403   403       ok
getDeadJob                                   Query.deadJob                      admin                             401  401   401     401     403  403   403       ok
retryDeadJob                                 Mutation.retryDeadJob              admin                             401  401   401     401     403  403   403       ok
createApiKey                                 Mutation.createApiKey              admin                             401  401   401     401     403  403   403       ok
listApiKeys                                  Query.apiKeys                      admin                             401  401   401     401     403  403   403       ok
getApiKey                                    Query.apiKey                       admin                             401  401   401     401     403  403   403       ok
updateApiKey+patchApiKey                     Mutation.updateApiKey              admin                             401  401   401     401     403  403   403       ok
rotateApiKey                                 Mutation.rotateApiKey              admin                             401  401   401     401     403  403   403       ok
revokeApiKey                                 Mutation.revokeApiKey              admin                             401  401   401     401     403  403   403       ok
-                                            Query.node                         decks:read                        401  401   401     401     ok   ok    404       ok
-                                            Query.nodes                        decks:read                        401  401   401     401     ok   ok    404       ok
getOpenApiDocument                           -                                  -                                 401  401   401     401     ok   ok    ok        ok
checkLiveness                                -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok
checkReadiness                               -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok
page:graphiql                                -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok
page:assets                                  -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok
`;

/** The order of the columns. */
const callerKinds = ['none', 'wrong', 'expired', 'revoked', 'read', 'write', 'elsewhere', 'admin'] as const;

/** A kind of caller. */
export type CallerKind = (typeof callerKinds)[number];

/** What a caller is answered: a result, or the status of a refusal. */
type Cell = 'ok' | '401' | '403' | '404' | 'silent';

export interface ExpectedRow {
  /** Its first operation or field. */
  readonly name: string;
  /** REST's operationIds, or one page. */
  readonly operations: readonly string[];
  /** Fields of GraphQL such as `Query.deck`. */
  readonly fields: readonly string[];
  readonly needs: readonly string[];
  readonly cells: Readonly<Record<CallerKind, Cell>>;
}

/** @throws Error for a row that is no row of the table */
function readRow(line: string): ExpectedRow {
  const [operations = '', fields = '', needs = '', ...cells] = line.trim().split(/ +/);
  if (cells.length !== callerKinds.length || !cells.every((cell) => /^(ok|40[134]|silent)$/.test(cell))) {
    throw new Error(`no row of the table: ${line}`);
  }
  const list = (text: string, separator: string): string[] => (text === '-' ? [] : text.split(separator));
  return {
    name: [...list(operations, '+'), ...list(fields, '+')][0] ?? '',
    operations: list(operations, '+'),
    fields: list(fields, '+'),
    needs: list(needs, ','),
    cells: Object.fromEntries(callerKinds.map((kind, at) => [kind, cells[at]])) as Record<CallerKind, Cell>,
  };
}

export const expectedRows: readonly ExpectedRow[] = table.trim().split('\n').slice(1).map(readRow);
