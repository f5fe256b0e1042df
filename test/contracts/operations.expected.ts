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
 * - link: the link of a homeowner to one presentation, with the scope `view+sign`
 *
 * A session of a browser and a token of an identity provider are answered as a key with their rights: `sessions.test.ts` and
 * `tokens.test.ts` ask a choice of operations by them.
 *
 * `ok` is a result; 401, 403 and 404 are the statuses of REST, and the codes UNAUTHENTICATED, FORBIDDEN and NOT_FOUND of
 * GraphQL over HTTP and over a socket. `silent` is a stream of rows that the caller does not see. One row is one outcome
 * at all of its doors.
 */
const table = `
operations                                   fields                             needs                             none wrong expired revoked read write elsewhere admin link
createDeck                                   Mutation.createDeck                decks:write                       401  401   401     401     403  ok    403       ok    403
listDecks                                    Query.decks                        decks:read                        401  401   401     401     ok   ok    ok        ok    403
getDeck                                      Query.deck                         decks:read                        401  401   401     401     ok   ok    404       ok    403
updateDeck+patchDeck                         Mutation.updateDeck                decks:write                       401  401   401     401     403  ok    404       ok    403
deleteDeck                                   Mutation.deleteDeck                decks:write                       401  401   401     401     403  ok    404       ok    403
streamDeck                                   Subscription.deckChanged           decks:read                        401  401   401     401     ok   ok    404       ok    403
listPlaceholders                             -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403
translateDeck                                Mutation.translateDeck             decks:write                       401  401   401     401     403  ok    404       ok    403
createSlide                                  Mutation.createSlide               decks:write                       401  401   401     401     403  ok    404       ok    403
listSlides                                   -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403
getSlide                                     Query.slide                        decks:read                        401  401   401     401     ok   ok    404       ok    403
updateSlide+patchSlide                       Mutation.updateSlide               decks:write                       401  401   401     401     403  ok    404       ok    403
deleteSlide                                  Mutation.deleteSlide               decks:write                       401  401   401     401     403  ok    404       ok    403
reorderSlides+patchSlideOrder                Mutation.reorderSlides             decks:write                       401  401   401     401     403  ok    404       ok    403
listSlideTranslations                        -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403
getSlideTranslation                          -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403
setSlideTranslation+patchSlideTranslation    -                                  decks:write                       401  401   401     401     403  ok    404       ok    403
deleteSlideTranslation                       -                                  decks:write                       401  401   401     401     403  ok    404       ok    403
createFaq                                    Mutation.createFaq                 decks:write                       401  401   401     401     403  ok    404       ok    403
listFaqs                                     -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403
getFaq                                       -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403
updateFaq+patchFaq                           Mutation.updateFaq                 decks:write                       401  401   401     401     403  ok    404       ok    403
deleteFaq                                    Mutation.deleteFaq                 decks:write                       401  401   401     401     403  ok    404       ok    403
listFaqTranslations                          -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403
getFaqTranslation                            -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403
setFaqTranslation+patchFaqTranslation        -                                  decks:write                       401  401   401     401     403  ok    404       ok    403
deleteFaqTranslation                         -                                  decks:write                       401  401   401     401     403  ok    404       ok    403
createPresentation                           Mutation.createPresentation        presentations:write               401  401   401     401     403  ok    404       ok    403
createPresentations                          Mutation.createPresentations       presentations:write               401  401   401     401     403  ok    404       ok    403
previewPresentation                          Query.previewPresentation          presentations:read                401  401   401     401     ok   ok    404       ok    403
getPresentation                              Query.presentation                 presentations:read                401  401   401     401     ok   ok    404       ok    403
listPresentations                            Query.presentations                presentations:read                401  401   401     401     ok   ok    404       ok    403
selectTier+patchTier                         Mutation.selectTier                presentations:write               401  401   401     401     403  ok    404       ok    403
narratePresentation                          Mutation.narratePresentation       presentations:write               401  401   401     401     403  ok    404       ok    403
streamPresentation                           Subscription.presentationProgress  presentations:read                401  401   401     401     ok   ok    404       ok    403
getPresentationDrift                         -                                  presentations:read                401  401   401     401     ok   ok    404       ok    403
deletePresentation                           Mutation.deletePresentation        presentations:write,contracts:write 401  401   401     401     403  ok    404       ok    403
eraseHomeowner                               Mutation.eraseHomeowner            presentations:write,contracts:write 401  401   401     401     403  ok    404       ok    403
exportHomeowner                              -                                  presentations:read,contracts:read,notifications:read,events:read 401  401   401     401     ok   403   404       ok    403
createPresentationLink                       Mutation.createPresentationLink    presentations:write               401  401   401     401     403  ok    404       ok    403
listPresentationLinks                        -                                  presentations:read                401  401   401     401     ok   ok    404       ok    403
getPresentationLink                          Query.presentationLink             presentations:read                401  401   401     401     ok   ok    404       ok    403
revokePresentationLink                       Mutation.revokePresentationLink    presentations:write               401  401   401     401     403  ok    404       ok    403
createGuestVisit                             Mutation.createGuestVisit          guest:open                        401  401   401     401     403  403   403       403   ok
getGuestPresentation                         Query.guestPresentation            guest:view                        401  401   401     401     403  403   403       403   ok
streamGuestPresentation                      Subscription.guestPresentationChanged guest:view                        401  401   401     401     403  403   403       403   ok
selectGuestTier+patchGuestTier               Mutation.selectGuestTier           guest:view                        401  401   401     401     403  403   403       403   ok
askGuestQuestion                             Mutation.askGuestQuestion          guest:view                        401  401   401     401     403  403   403       403   ok
listGuestContracts                           Query.guestContracts               guest:sign                        401  401   401     401     403  403   403       403   ok
signGuestContract                            Mutation.signGuestContract         guest:sign                        401  401   401     401     403  403   403       403   ok
getAudio                                     -                                  presentations:read                401  401   401     401     ok   ok    404       ok    403
getCaptions                                  -                                  presentations:read                401  401   401     401     ok   ok    404       ok    403
listContracts                                -                                  contracts:read                    401  401   401     401     ok   ok    404       ok    403
getContract                                  Query.contract                     contracts:read                    401  401   401     401     ok   ok    404       ok    403
printContract                                -                                  contracts:read                    401  401   401     401     ok   ok    404       ok    403
createContract                               Mutation.createContract            contracts:write                   401  401   401     401     403  ok    404       ok    403
sendContract                                 Mutation.sendContract              contracts:write                   401  401   401     401     403  ok    404       ok    403
viewContract                                 Mutation.viewContract              contracts:write                   401  401   401     401     403  ok    404       ok    403
signContract                                 Mutation.signContract              contracts:write                   401  401   401     401     403  ok    404       ok    403
declineContract                              Mutation.declineContract           contracts:write                   401  401   401     401     403  ok    404       ok    403
cancelContract                               Mutation.cancelContract            contracts:write                   401  401   401     401     403  ok    404       ok    403
createSubscription                           Mutation.createSubscription        notifications:write,events:read   401  401   401     401     403  403   403       ok    403
listSubscriptions                            Query.subscriptions                notifications:read                401  401   401     401     ok   ok    ok        ok    403
getSubscription                              Query.subscription                 notifications:read                401  401   401     401     ok   ok    404       ok    403
updateSubscription+patchSubscription         Mutation.updateSubscription        notifications:write,events:read   401  401   401     401     403  403   404       ok    403
deleteSubscription                           Mutation.deleteSubscription        notifications:write               401  401   401     401     403  ok    404       ok    403
getSubscriptionSecret                        Query.subscriptionSecret           secrets:read                      401  401   401     401     403  403   404       ok    403
rotateSubscriptionSecret                     Mutation.rotateSubscriptionSecret  notifications:write,secrets:read  401  401   401     401     403  403   404       ok    403
getDeliveryPolicy                            -                                  notifications:read                401  401   401     401     ok   ok    404       ok    403
updateDeliveryPolicy+patchDeliveryPolicy     Mutation.updateDeliveryPolicy      notifications:write               401  401   401     401     403  ok    404       ok    403
getSubscriptionFilter                        -                                  notifications:read                401  401   401     401     ok   ok    404       ok    403
tryFilter                                    Query.tryFilter                    notifications:read,events:read    401  401   401     401     ok   403   ok        ok    403
testSubscription                             Mutation.testSubscription          notifications:write               401  401   401     401     403  ok    404       ok    403
recoverDeliveries                            Mutation.recoverDeliveries         notifications:write               401  401   401     401     403  ok    404       ok    403
listSubscriptionDeliveries                   -                                  notifications:read                401  401   401     401     ok   ok    404       ok    403
listDeliveries                               Query.deliveries                   notifications:read                401  401   401     401     ok   ok    ok        ok    403
getDelivery                                  Query.delivery                     notifications:read                401  401   401     401     ok   ok    404       ok    403
resendDelivery                               Mutation.resendDelivery            notifications:write               401  401   401     401     403  ok    404       ok    403
explainDelivery                              Query.explainDelivery              notifications:read,events:read    401  401   401     401     ok   403   404       ok    403
-                                            Subscription.deliveryAttempts      notifications:read                401  401   401     401     ok   ok    silent    ok    403
getFanOut                                    Query.fanOut                       notifications:read                401  401   401     401     ok   ok    404       ok    403
retryFanOut                                  Mutation.retryFanOut               notifications:write               401  401   401     401     403  ok    404       ok    403
listEventTypes                               Query.eventTypes                   -                                 401  401   401     401     ok   ok    ok        ok    403
publishEvent                                 Mutation.publishEvent              events:publish                    401  401   401     401     403  ok    403       ok    403
listEvents                                   Query.events                       events:read                       401  401   401     401     ok   403   ok        ok    403
getLatestEventCursor                         Query.latestEventCursor            events:read                       401  401   401     401     ok   403   ok        ok    403
streamEvents                                 Subscription.events                events:read                       401  401   401     401     ok   403   ok        ok    403
listDeadJobs                                 Query.deadJobs                     admin                             401  401   401     401     403  403   403       ok    403
getDeadJob                                   Query.deadJob                      admin                             401  401   401     401     403  403   403       ok    403
retryDeadJob                                 Mutation.retryDeadJob              admin                             401  401   401     401     403  403   403       ok    403
createApiKey                                 Mutation.createApiKey              admin                             401  401   401     401     403  403   403       ok    403
listApiKeys                                  Query.apiKeys                      admin                             401  401   401     401     403  403   403       ok    403
getApiKey                                    Query.apiKey                       admin                             401  401   401     401     403  403   403       ok    403
updateApiKey+patchApiKey                     Mutation.updateApiKey              admin                             401  401   401     401     403  403   403       ok    403
rotateApiKey                                 Mutation.rotateApiKey              admin                             401  401   401     401     403  403   403       ok    403
revokeApiKey                                 Mutation.revokeApiKey              admin                             401  401   401     401     403  403   403       ok    403
createSession                                -                                  -                                 401  401   401     401     ok   ok    ok        ok    403
getSession                                   -                                  -                                 401  401   401     401     ok   ok    ok        ok    403
deleteSession                                -                                  -                                 401  401   401     401     ok   ok    ok        ok    403
listAuditEntries                             Query.auditEntries                 audit:read                        401  401   401     401     403  403   403       ok    403
-                                            Query.auditHead                    audit:read                        401  401   401     401     403  403   403       ok    403
exportAudit                                  -                                  audit:read                        401  401   401     401     403  403   403       ok    403
-                                            Mutation.refreshAuthorization      -                                 401  401   401     401     ok   ok    ok        ok    403
-                                            Query.node                         decks:read                        401  401   401     401     ok   ok    404       ok    403
-                                            Query.nodes                        decks:read                        401  401   401     401     ok   ok    404       ok    403
getOpenApiDocument                           -                                  -                                 401  401   401     401     ok   ok    ok        ok    403
checkLiveness                                -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok    ok
checkReadiness                               -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok    ok
page:graphiql                                -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok    ok
page:assets                                  -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok    ok
`;

/** The order of the columns. */
const callerKinds = ['none', 'wrong', 'expired', 'revoked', 'read', 'write', 'elsewhere', 'admin', 'link'] as const;

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
