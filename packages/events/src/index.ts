export type { DedupeStore, Outcome } from './dedupe/dedupe-store.ts';
export { createMemoryDedupe, type MemoryDedupeOptions } from './dedupe/memory-dedupe.ts';
export type { UnknownEvento } from './evento/envelope.ts';
export type { Evento, EventoByType, OtherMembers } from './evento/evento.ts';
export { isKnownEvento, parseEvento, readEvento } from './evento/parse-evento.ts';
export { type components, type EventoType, eventoTypes } from './generated/events.ts';
export { createReceiver } from './node/create-receiver.ts';
export { sign } from './node/sign.ts';
export { verify } from './node/verify.ts';
export type { BodyLimits } from './receiver/read-body.ts';
export type { Answer, IncomingDelivery, Receiver } from './receiver/receiver.ts';
export type {
  Delivery,
  EventHandler,
  EventHandlers,
  Failure,
  ReceiverBasics,
  ReceiverOptions,
  ReceiverSecrets,
  ReceiverWork,
  WebhookSecret,
} from './receiver/receiver-options.ts';
export type { SenderListOptions } from './receiver/sender-list.ts';
export { TOLERANCE_SECONDS_DEFAULT, type Verified, type VerifyInput } from './signature/claim.ts';
export { parseSignatureHeader, type SignatureHeader, signatureHeaderName } from './signature/header.ts';
export type { SignInput } from './signature/input.ts';
export { WebhookError, type WebhookErrorCode } from './webhook-error.ts';
