// The face of core: errors, settings, limits and what else needs neither input nor a database.
export { applyChanges } from './apply-changes.ts';
export { componentName } from './component-name.ts';
export type { Variable } from './configuration/configuration-guide.ts';
export {
  type Environment,
  EnvironmentReader,
  readPause,
  readSeconds,
  type VariableRule,
} from './configuration/environment-reader.ts';
export {
  type ForwardedHeader,
  isOpenBySettings,
  isSecure,
  type RateSettings,
  readHttp,
} from './configuration/http-settings.ts';
export { type IssuerSettings, readIssuer } from './configuration/issuer-settings.ts';
export { findMisspelt } from './configuration/misspelt.ts';
export { type QuotaSettings, readQuotas } from './configuration/quota-settings.ts';
export { retiredSettings } from './configuration/retired-settings.ts';
export { readS3 } from './configuration/s3-settings.ts';
export type { TrustMode } from './configuration/trusted-settings.ts';
export { dayMs, daysAfter } from './days.ts';
export { canonicalMailbox, isEmailAddress, mailboxOf, needsSmtpUtf8, parseMailboxes } from './email-address.ts';
export {
  AppError,
  CursorExpiredError,
  type ErrorCode,
  type Fault,
  faultCodes,
  invalidField,
  invalidInput,
  mostFaults,
  notFound,
  type Problem,
  retryAfter,
  StartupError,
  statusByCode,
  titleByCode,
  toProblem,
  unauthenticated,
  within,
} from './errors.ts';
export { escapeHtml } from './escape-html.ts';
export { type ErrorReason, errorReasons, type ReasonOf } from './reasons.ts';
export type { OpenReceiver, OpenRequest } from './open-receiver.ts';
export { FolderInUseError, FolderLock } from './folder-lock.ts';
export { canonicalJson, isSameJson, jsonDigest, plainDigest } from './json-digest.ts';
export { freeBytes } from './free-bytes.ts';
export { isGiven } from './is-given.ts';
export { isJsonObject, type JsonObject } from './json-object.ts';
export { hasTexts, jsonOf, JsonText } from './json-text.ts';
export { Admission, type Entrant } from './limits/admission.ts';
export {
  beyondBudget,
  Budget,
  currentBudget,
  jobLimits,
  type Limits,
  longestResponse,
  operationLimits,
  outsideBudget,
  overBudget,
  requireShort,
  tooLong,
  transactionLimits,
  withinBudget,
  withinLimits,
} from './limits/budget.ts';
export { clientLeft, endWithClient } from './limits/client-left.ts';
export { type FieldPrice, listAsLongAs, listOf, pageOf } from './limits/field-price.ts';
export { giveWay, inTurns } from './limits/in-turns.ts';
export { jsonSize } from './limits/json-size.ts';
export { KeyedLimiter } from './limits/keyed-limiter.ts';
export { Load } from './limits/load.ts';
export { ProcessEnded, ProcessPool } from './limits/process-pool.ts';
export { Semaphore } from './limits/semaphore.ts';
export { SharedRuns, waitForShared } from './limits/shared-work.ts';
export { turns } from './limits/turns.ts';
export { createLogger, logDestination, recentErrors } from './logging.ts';
export type { Durations } from './metrics/durations.ts';
export { type Count, type Measure, Metrics } from './metrics/metrics.ts';
export { NameFinder, nearestName } from './nearest-name.ts';
export { isLoopback, type Network, parseNetwork } from './network.ts';
export { canonicalOrigin, type OriginPattern } from './origin-pattern.ts';
export { QuotaName } from './quota-name.ts';
export { NotReadyError, Readiness, type Ready } from './readiness.ts';
export { RepeatedFaults } from './repeated-faults.ts';
export { asBody, jsonLines, jsonPieces, underKey } from './response-text.ts';
export { readRetryAfter } from './retry-after.ts';
export { settledWithin } from './settled-within.ts';
export { ShutdownHooks } from './shutdown-hooks.ts';
export { canonicalTimeZone, dayIn, endOfDay, isUtc } from './time-zone.ts';
export { currentSpan, inSpan, traceOfNow } from './tracing/span.ts';
export { inCall } from './tracing/outgoing-call.ts';
export { noteStatement } from './tracing/statement-span.ts';
export { openTracing, tryCollector } from './tracing/open-tracing.ts';
export type { Tracing } from './tracing/tracing.ts';
export { readTracing } from './configuration/tracing-settings.ts';
export { portOf } from './url-port.ts';
export { packageFolder, productVersion } from './version.ts';
