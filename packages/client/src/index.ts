export type { WebhookCreation, WebhookResourceWithSecret, WebhookSecret } from './calls/webhook-secret.ts';
export type {
  BeforeRequest,
  ClientOptions,
  ConnectionOptions,
  Fetch,
  OutgoingRequest,
  ReceivedAnswer,
  RetryOptions,
} from './client-options.ts';
export { type BusinessCloudClient, type CompanyClient, createClient } from './create-client.ts';
export {
  ClientError,
  type ClientErrorCode,
  type ClientErrorDetails,
  type OtherAnswer,
  type ProblemDocument,
} from './errors/client-error.ts';
export * from './errors/error-classes.ts';
export type { components as AdminComponents } from './generated/admin.ts';
export type { components as CustomerComponents } from './generated/customer.ts';
export type * from './generated/methods/resources.ts';
export type { ProblemCode } from './generated/problems.ts';
export type { Credential } from './options/credential.ts';
export type { Licenses } from './options/licenses.ts';
export type * from './path-types.ts';
export type { ClientEvent, FaultEvent } from './reporting/client-event.ts';
export type { Logger, LogLevel } from './reporting/log.ts';
export {
  type Branded,
  type ConcurrencyToken,
  concurrencyToken,
  type EventGuid,
  type Id,
  type Input,
  type Rewrite,
} from './resources/branded.ts';
export { type Changeable, type ChangeOptions, change } from './resources/change.ts';
export type { CallOptions, Success, WriteOptions } from './resources/contract-types.ts';
export type { Listing, ListingOptions, Page } from './resources/listing.ts';
export type { SentCall } from './resources/sent-call.ts';
export type { ResponseValidator } from './response-validator.ts';
export { type Sent, sentOf } from './sent.ts';
export type { Clock } from './time/clock.ts';
export type { TokenStorage } from './token/token-storage.ts';
