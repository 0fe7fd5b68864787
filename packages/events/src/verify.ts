/** Verification alone, with node:crypto: the smallest entry, without the types and validators of the events. */
export { verify } from './node/verify.ts';
export { TOLERANCE_SECONDS_DEFAULT, type Verified, type VerifyInput } from './signature/claim.ts';
export { parseSignatureHeader, type SignatureHeader, signatureHeaderName } from './signature/header.ts';
export { WebhookError, type WebhookErrorCode } from './webhook-error.ts';
