import { headerNames } from '../../api/header-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Attempt, Webhook } from '../../model/webhook.ts';
import { nearMiss } from '../../receiver/near-signatures.ts';
import { isSignedWith, type SignatureElements, signatureOf } from '../../receiver/signature.ts';

/** Whether a delivery verifies with a secret; undefined if it is not signed at all, which SIG-01 judges. */
export function isSignedBy(context: CheckContext, secret: string, attempt: Attempt): boolean | undefined {
  const parts = signature(context, attempt);
  const [timestamp] = parts?.timestamps ?? [];
  if (parts === undefined || timestamp === undefined || parts.signatures.length === 0) return undefined;
  return isSignedWith(secret, timestamp, attempt.body, parts.signatures);
}

/** The signature of a delivery; undefined if it has none, which SIG-01 judges. */
export function signature(context: CheckContext, attempt: Attempt): SignatureElements | undefined {
  return signatureOf(attempt, headerNames(context.target.service.headerWord).signature);
}

/** The known mistake behind a signature that does not verify, in brackets; empty if none is known. */
export function instead(context: CheckContext, webhook: Webhook, attempt: Attempt): string {
  const parts = signature(context, attempt);
  const [timestamp] = parts?.timestamps ?? [];
  if (parts === undefined || timestamp === undefined) return '';
  const others = context.run.webhooks.all.filter((other) => other !== webhook).map(({ id, secret }) => ({ what: `webhook ${id}`, secret }));
  const miss = nearMiss({ secret: webhook.secret, timestamp, body: attempt.body, signatures: parts.signatures }, others);
  return miss === undefined ? '' : ` (it is ${miss})`;
}
