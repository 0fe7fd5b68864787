export { isKnownEvento, parseEvento, type UnknownEvento } from './evento/parse-evento.ts';
export { type components, type Evento, type EventoByType, type EventoType, eventoTypes } from './generated/events.ts';
export { sign } from './node/sign.ts';
export { verify } from './node/verify.ts';
export { TOLERANCE_SECONDS_DEFAULT, type Verified, type VerifyInput } from './signature/claim.ts';
export { parseSignatureHeader, type SignatureHeader, signatureHeaderName } from './signature/header.ts';
export type { SignInput } from './signature/input.ts';
export { WebhookError, type WebhookErrorCode } from './webhook-error.ts';
