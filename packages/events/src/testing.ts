/** For tests of receivers: deliveries as the service sends them, and invalid ones. */
export { type EventoOverrides, exampleEvento } from './testing/example-evento.ts';
export { type SignedRequest, type SignedRequestOptions, signedRequest } from './testing/signed-request.ts';
export { type Tampering, tamper, tamperings } from './testing/tamper.ts';
export { type Attempt, createTestSender, type TestDelivery, type TestSender, type TestSenderOptions } from './testing/test-sender.ts';
