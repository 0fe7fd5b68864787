import type { Sealer } from '../security/sealing.ts';
import { WEBHOOK_SECRET_PURPOSE } from '../store/webhook-store.ts';

const ENTRIES_MAX = 1_000;

/**
 * Opens the secrets of webhooks, and keeps those that were used recently: opening one takes longer than signing with it.
 *
 * @returns from the sealed secret to the secret; it throws a {@link ServiceError} `seal-broken` when the seal is another key's
 */
export function openedSecrets(sealer: Sealer): (sealed: string) => string {
  const opened = new Map<string, string>();
  return (sealed) => {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    const secret = sealer.open(sealed, WEBHOOK_SECRET_PURPOSE);
    if (opened.size >= ENTRIES_MAX) opened.clear();
    opened.set(sealed, secret);
    return secret;
  };
}
