/**
 * Who may do what: every operation of every API, and what each kind of caller is answered. People wrote this table and
 * people change it; nothing computes it, so that a change of rights in the code shows here as a difference.
 *
 * The columns are: the REST operationIds, the GraphQL fields, the scopes that the operation needs, and the outcome for
 *
 * - none: no credential; wrong: a key that nobody has; expired and revoked: keys that once were good
 * - read: every scope that ends in `:read`, without `secrets:read` and `audit:read`
 * - write: every scope that ends in `:write`, and `events:publish`
 * - elsewhere: every scope but `admin`, limited to a deck that the request has nothing to do with
 * - admin: the scope `admin`
 * - link: the link of a homeowner to one presentation, with the scope `view_and_sign`
 * - token: of an identity provider, with the scopes of `read`
 * - session: of a browser that signed in with the key of `write`, with its cookie and its CSRF token
 *
 * `ok` is a result; 401, 403, 404 and 409 are the statuses of REST, and the codes UNAUTHENTICATED, FORBIDDEN and NOT_FOUND of
 * GraphQL over HTTP and over a socket. `silent` is a stream of rows that the caller does not see. One row is one outcome
 * at all of its APIs.
 */
const table = `
operations                                   fields                             needs                             none wrong expired revoked read write elsewhere admin link  token session
createDeck                                   Mutation.createDeck                decks:write                       401  401   401     401     403  ok    403       ok    403   403   ok
duplicateDeck                                Mutation.duplicateDeck             decks:write                       401  401   401     401     403  ok    403       ok    403   403   ok
exportDeck                                   Query.deckFile                     decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
importDeck                                   Mutation.importDeck                decks:write                       401  401   401     401     403  ok    403       ok    403   403   ok
listDecks                                    Query.decks                        decks:read                        401  401   401     401     ok   ok    ok        ok    403   ok    ok
getDeck                                      Query.deck                         decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
updateDeck+patchDeck                         Mutation.updateDeck                decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
deleteDeck                                   Mutation.deleteDeck                decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
streamDeck                                   Subscription.deckChanged           decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
createDeckStreamLink                         -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    409
-                                            Subscription.watchDeck             decks:read,events:read            401  401   401     401     ok   403   404       ok    403   ok    403
listPlaceholders                             -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
translateDeck                                Mutation.translateDeck             decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
createSlide                                  Mutation.createSlide               decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
createSlides                                 Mutation.createSlides              decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
listSlides                                   -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
getSlide                                     Query.slide                        decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
updateSlide+patchSlide                       Mutation.updateSlide               decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
deleteSlide                                  Mutation.deleteSlide               decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
reorderSlides+patchSlideOrder                Mutation.reorderSlides             decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
listSlideTranslations                        -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
getSlideTranslation                          -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
setSlideTranslation+patchSlideTranslation    -                                  decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
deleteSlideTranslation                       -                                  decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
createFaq                                    Mutation.createFaq                 decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
listFaqs                                     -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
getFaq                                       Query.faq                          decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
updateFaq+patchFaq                           Mutation.updateFaq                 decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
deleteFaq                                    Mutation.deleteFaq                 decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
listFaqTranslations                          -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
getFaqTranslation                            -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
setFaqTranslation+patchFaqTranslation        -                                  decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
deleteFaqTranslation                         -                                  decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
createPresentation                           Mutation.createPresentation        presentations:write               401  401   401     401     403  ok    404       ok    403   403   ok
createPresentations                          Mutation.createPresentations       presentations:write               401  401   401     401     403  ok    404       ok    403   403   ok
previewPresentation                          Query.previewPresentation          presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
previewOffer                                 Query.previewOffer                 decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
previewSpeech                                Mutation.previewSpeech             decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
getPresentation                              Query.presentation                 presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
updatePresentation+patchPresentation         Mutation.updatePresentation        presentations:write               401  401   401     401     403  ok    404       ok    403   403   ok
listPresentations                            -                                  presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
listAllPresentations                         Query.presentations                presentations:read                401  401   401     401     ok   ok    ok        ok    403   ok    ok
selectTier+patchTier                         Mutation.selectTier                presentations:write               401  401   401     401     403  ok    404       ok    403   403   ok
selectAddOns+patchAddOns                     Mutation.selectAddOns              presentations:write               401  401   401     401     403  ok    404       ok    403   403   ok
retryNarration                               Mutation.retryNarration            presentations:write               401  401   401     401     403  ok    404       ok    403   403   ok
setPresenterPosition                         Mutation.setPresenterPosition      presentations:write               401  401   401     401     403  ok    404       ok    403   403   ok
streamPresentation                           Subscription.presentationChanged   presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
createPresentationStreamLink                 -                                  presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    409
-                                            Subscription.presentationsChanged  presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
getPresentationDrift                         -                                  presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
deletePresentation                           Mutation.deletePresentation        presentations:write,contracts:write 401  401   401     401     403  ok    404       ok    403   403   ok
eraseHomeowner                               Mutation.eraseHomeowner            presentations:write,contracts:write 401  401   401     401     403  ok    404       ok    403   403   ok
exportHomeowner                              -                                  presentations:read,contracts:read,notifications:read,events:read 401  401   401     401     ok   403   404       ok    403   ok    403
createPresentationLink                       Mutation.createPresentationLink    presentations:write               401  401   401     401     403  ok    404       ok    403   403   ok
listPresentationLinks                        Query.presentationLinks            presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
getPresentationLink                          Query.presentationLink             presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
updatePresentationLink+patchPresentationLink Mutation.updatePresentationLink    presentations:write               401  401   401     401     403  ok    404       ok    403   403   ok
revokePresentationLink                       Mutation.revokePresentationLink    presentations:write               401  401   401     401     403  ok    404       ok    403   403   ok
createGuestVisit                             Mutation.createGuestVisit          guest:open                        401  401   401     401     403  403   403       403   ok   403   403
getGuestPresentation                         Query.guestPresentation            guest:view                        401  401   401     401     403  403   403       403   ok   403   403
streamGuestPresentation                      Subscription.guestPresentationChanged+Subscription.guestPresenterPositionChanged guest:view                       401  401   401     401     403  403   403       403   ok   403   403
selectGuestTier+patchGuestTier               Mutation.selectGuestTier           guest:view                        401  401   401     401     403  403   403       403   ok   403   403
searchGuestFaqs                              Query.searchGuestFaqs              guest:view                        401  401   401     401     403  403   403       403   ok   403   403
selectGuestAddOns+patchGuestAddOns           Mutation.selectGuestAddOns         guest:view                        401  401   401     401     403  403   403       403   ok   403   403
askGuestQuestion                             Mutation.askGuestQuestion          guest:view                        401  401   401     401     403  403   403       403   ok   403   403
recordGuestEngagement                        Mutation.recordGuestEngagement     guest:view                        401  401   401     401     403  403   403       403   ok   403   403
getPresentationEngagement                    -                                  presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
listUnansweredQuestions                      -                                  presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
listAllUnansweredQuestions                   Query.unansweredQuestions          presentations:read                401  401   401     401     ok   ok    ok        ok    403   ok    ok
listGuestContracts                           Query.guestContracts               guest:sign                        401  401   401     401     403  403   403       403   ok   403   403
signGuestContract                            Mutation.signGuestContract         guest:sign                        401  401   401     401     403  403   403       403   ok   403   403
declineGuestContract                         Mutation.declineGuestContract      guest:sign                        401  401   401     401     403  403   403       403   ok   403   403
rescindGuestContract                         Mutation.rescindGuestContract      guest:sign                        401  401   401     401     403  403   403       403   ok   403   403
getAudio                                     -                                  presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
uploadImage                                  Mutation.uploadImage                decks:write                       401  401   401     401     403  ok    404       ok    403   403   ok
listImages                                   -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
getImage                                     -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
getLogo                                      -                                  decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
getCaptions                                  -                                  presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
getFaqCaptions                               -                                  presentations:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
listContracts                                -                                  contracts:read                    401  401   401     401     ok   ok    404       ok    403   ok    ok
listAllContracts                             Query.contracts                    contracts:read                    401  401   401     401     ok   ok    ok        ok    403   ok    ok
getContract                                  Query.contract                     contracts:read                    401  401   401     401     ok   ok    404       ok    403   ok    ok
streamContract                               Subscription.contractChanged       contracts:read                    401  401   401     401     ok   ok    404       ok    403   ok    ok
createContractStreamLink                     -                                  contracts:read                    401  401   401     401     ok   ok    404       ok    403   ok    409
getContractPdf                               -                                  contracts:read                    401  401   401     401     ok   ok    404       ok    403   ok    ok
createContract                               Mutation.createContract            contracts:write                   401  401   401     401     403  ok    404       ok    403   403   ok
updateContract+patchContract                 Mutation.updateContract            contracts:write                   401  401   401     401     403  ok    404       ok    403   403   ok
sendContract                                 Mutation.sendContract              contracts:write                   401  401   401     401     403  ok    404       ok    403   403   ok
markContractViewed                           Mutation.markContractViewed        contracts:write                   401  401   401     401     403  ok    404       ok    403   403   ok
signContract                                 Mutation.signContract              contracts:write                   401  401   401     401     403  ok    404       ok    403   403   ok
rescindContract                              Mutation.rescindContract           contracts:write                   401  401   401     401     403  ok    404       ok    403   403   ok
declineContract                              Mutation.declineContract           contracts:write                   401  401   401     401     403  ok    404       ok    403   403   ok
voidContract                                 Mutation.voidContract              contracts:write                   401  401   401     401     403  ok    404       ok    403   403   ok
createSubscription                           Mutation.createSubscription        notifications:write,events:read   401  401   401     401     403  403   403       ok    403   403   403
listSubscriptions                            Query.subscriptions                notifications:read                401  401   401     401     ok   ok    ok        ok    403   ok    ok
getSubscription                              Query.subscription                 notifications:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
updateSubscription+patchSubscription         Mutation.updateSubscription        notifications:write,events:read   401  401   401     401     403  403   404       ok    403   403   403
deleteSubscription                           Mutation.deleteSubscription        notifications:write               401  401   401     401     403  ok    404       ok    403   403   ok
getSubscriptionSecret                        Query.subscriptionSecret           secrets:read                      401  401   401     401     403  403   404       ok    403   403   403
rotateSubscriptionSecret                     Mutation.rotateSubscriptionSecret  notifications:write,secrets:read  401  401   401     401     403  403   404       ok    403   403   403
getDeliveryPolicy                            -                                  notifications:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
getSubscriptionHealth                        -                                  notifications:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
updateDeliveryPolicy+patchDeliveryPolicy     Mutation.updateDeliveryPolicy      notifications:write               401  401   401     401     403  ok    404       ok    403   403   ok
getSubscriptionFilter                        -                                  notifications:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
tryFilter                                    Query.tryFilter                    notifications:read,events:read    401  401   401     401     ok   403   ok        ok    403   ok    403
previewEmail                                 Query.previewEmail                 notifications:read,events:read    401  401   401     401     ok   403   404       ok    403   ok    403
testSubscription                             Mutation.testSubscription          notifications:write               401  401   401     401     403  ok    404       ok    403   403   ok
recoverDeliveries                            Mutation.recoverDeliveries         notifications:write               401  401   401     401     403  ok    404       ok    403   403   ok
listSubscriptionDeliveries                   -                                  notifications:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
listDeliveries                               Query.deliveries                   notifications:read                401  401   401     401     ok   ok    ok        ok    403   ok    ok
getDeliveryStatistics                        Query.deliveryStatistics           notifications:read                401  401   401     401     ok   ok    403       ok    403   ok    ok
createPlaygroundReceiver                     Mutation.createPlaygroundReceiver  notifications:write               401  401   401     401     403  ok    403       ok    403   403   ok
listPlaygroundReceivers                      Query.playgroundReceivers          notifications:read,events:read    401  401   401     401     ok   403   403       ok    403   ok    403
getPlaygroundReceiver                        Query.playgroundReceiver           notifications:read,events:read    401  401   401     401     ok   403   403       ok    403   ok    403
listPlaygroundRequests                       -                                  notifications:read,events:read    401  401   401     401     ok   403   403       ok    403   ok    403
updatePlaygroundReceiver+patchPlaygroundReceiver Mutation.updatePlaygroundReceiver notifications:write              401  401   401     401     403  ok    403       ok    403   403   ok
deletePlaygroundReceiver                     Mutation.deletePlaygroundReceiver  notifications:write               401  401   401     401     403  ok    403       ok    403   403   ok
getDelivery                                  Query.delivery                     notifications:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
resendDelivery                               Mutation.resendDelivery            notifications:write               401  401   401     401     403  ok    404       ok    403   403   ok
explainDelivery                              Query.explainDelivery              notifications:read,events:read    401  401   401     401     ok   403   404       ok    403   ok    403
-                                            Subscription.deliveryAttempts      notifications:read                401  401   401     401     ok   ok    silent    ok    403   ok    ok
getFanOut                                    Query.fanOut                       notifications:read                401  401   401     401     ok   ok    404       ok    403   ok    ok
retryFanOut                                  Mutation.retryFanOut               notifications:write               401  401   401     401     403  ok    404       ok    403   403   ok
listEventTypes                               Query.eventTypes                   -                                 401  401   401     401     ok   ok    ok        ok    403   ok    ok
getEventTypeSchema                           -                                  -                                 401  401   401     401     ok   ok    ok        ok    403   ok    ok
getAsyncApiDocument                          -                                  -                                 401  401   401     401     ok   ok    ok        ok    403   ok    ok
publishEvent                                 Mutation.publishEvent              events:publish                    401  401   401     401     403  ok    403       ok    403   403   ok
publishEvents                                Mutation.publishEvents             events:publish                    401  401   401     401     403  ok    403       ok    403   403   ok
listEvents                                   Query.events                       events:read                       401  401   401     401     ok   403   ok        ok    403   ok    403
getEvent                                     Query.event                        events:read                       401  401   401     401     ok   403   404       ok    403   ok    403
getLatestEventCursor                         Query.latestEventCursor            events:read                       401  401   401     401     ok   403   ok        ok    403   ok    403
streamEvents                                 Subscription.events                events:read                       401  401   401     401     ok   403   ok        ok    403   ok    403
createEventStreamLink                        -                                  events:read                       401  401   401     401     ok   403   ok        ok    403   ok    403
listDeadJobs                                 Query.deadJobs                     admin                             401  401   401     401     403  403   403       ok    403   403   403
getDeadJob                                   Query.deadJob                      admin                             401  401   401     401     403  403   403       ok    403   403   403
retryDeadJob                                 Mutation.retryDeadJob              admin                             401  401   401     401     403  403   403       ok    403   403   403
createApiKey                                 Mutation.createApiKey              admin                             401  401   401     401     403  403   403       ok    403   403   403
listApiKeys                                  Query.apiKeys                      admin                             401  401   401     401     403  403   403       ok    403   403   403
getApiKey                                    Query.apiKey                       admin                             401  401   401     401     403  403   403       ok    403   403   403
updateApiKey+patchApiKey                     Mutation.updateApiKey              admin                             401  401   401     401     403  403   403       ok    403   403   403
rotateApiKey                                 Mutation.rotateApiKey              admin                             401  401   401     401     403  403   403       ok    403   403   403
revokeApiKey                                 Mutation.revokeApiKey              admin                             401  401   401     401     403  403   403       ok    403   403   403
createSession                                -                                  -                                 401  401   401     401     ok   ok    ok        ok    403   ok    409
getSession                                   -                                  -                                 401  401   401     401     ok   ok    ok        ok    403   ok    ok
deleteSession                                -                                  -                                 401  401   401     401     ok   ok    ok        ok    403   ok    ok
listAuditEntries                             Query.auditEntries                 audit:read                        401  401   401     401     403  403   403       ok    403   403   403
-                                            Query.auditHead                    audit:read                        401  401   401     401     403  403   403       ok    403   403   403
exportAudit                                  -                                  audit:read                        401  401   401     401     403  403   403       ok    403   403   403
listUsage                                    Query.usage                        -                                 401  401   401     401     ok   ok    ok        ok    403   ok    ok
getStatus                                    Query.status                       admin                             401  401   401     401     403  403   403       ok    403   403   403
-                                            Mutation.refreshAuthorization      -                                 401  401   401     401     ok   ok    ok        ok    403   ok    ok
-                                            Query.node                         decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
-                                            Query.nodes                        decks:read                        401  401   401     401     ok   ok    404       ok    403   ok    ok
getOpenApiDocument                           -                                  -                                 401  401   401     401     ok   ok    ok        ok    403   ok    ok
getGraphqlSchema                             -                                  -                                 401  401   401     401     ok   ok    ok        ok    403   ok    ok
checkLiveness                                -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok    ok   ok    ok
checkReadiness                               -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok    ok   ok    ok
getService                                   -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok    ok   ok    ok
getApi                                       -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok    ok   ok    ok
page:graphiql                                -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok    ok   ok    ok
page:assets                                  -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok    ok   ok    ok
page:home                                    -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok    ok   ok    ok
page:reference                               -                                  -                                 ok   ok    ok      ok      ok   ok    ok        ok    ok   ok    ok
`;

/** The order of the columns. */
const callerKinds = [
  'none',
  'wrong',
  'expired',
  'revoked',
  'read',
  'write',
  'elsewhere',
  'admin',
  'link',
  'token',
  'session',
] as const;

/** A kind of caller. */
export type CallerKind = (typeof callerKinds)[number];

/** What a caller is answered: a result, or the status of a refusal. */
type Cell = 'ok' | '401' | '403' | '404' | '409' | 'silent';

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
  if (cells.length !== callerKinds.length || !cells.every((cell) => /^(ok|40[1349]|silent)$/.test(cell))) {
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
