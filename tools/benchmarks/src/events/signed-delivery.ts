import { sign } from '@business-cloud/events';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const BODY: Buffer = Buffer.from(JSON.stringify({ text: 'a'.repeat(1024 - '{"text":""}'.length) }));
export const TIMESTAMP: number = Math.floor(Date.now() / 1000);
export const HEADER: string = sign({ body: BODY, secret: SECRET, timestamp: TIMESTAMP });
export const SIGNATURE: string = HEADER.slice(HEADER.indexOf('v2=') + 'v2='.length);
/** The tolerance for all contenders, in seconds: a run may take longer than the default. */
export const TOLERANCE_SECONDS = 3600;
