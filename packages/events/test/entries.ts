import * as node from '../src/index.ts';
import * as web from '../src/web.ts';

/** Both entries under one type: what is sync in one is async in the other, and everything else must be the same. */
export interface Entry {
  readonly name: string;
  sign(input: node.SignInput): string | Promise<string>;
  verify(input: node.VerifyInput): node.Verified | Promise<node.Verified>;
}

export const ENTRIES: readonly Entry[] = [
  { name: 'node:crypto', sign: node.sign, verify: node.verify },
  { name: 'Web Crypto', sign: web.sign, verify: web.verify },
];

/** The code of the error that a verification ends with; `accepted` when it does not. Any other error is a fault and is thrown on. */
export async function verdict(entry: Entry, input: node.VerifyInput): Promise<node.WebhookErrorCode | 'accepted'> {
  try {
    await entry.verify(input);
    return 'accepted';
  } catch (error) {
    if (error instanceof node.WebhookError) return error.code;
    throw error;
  }
}
