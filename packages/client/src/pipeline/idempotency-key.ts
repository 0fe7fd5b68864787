/**
 * A UUID for a new operation. Browsers have `randomUUID` on secure pages only, but random bytes everywhere.
 */
export function newIdempotencyKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte + 256).toString(16).slice(1)).join('');
  return digits.replace(/(.{8})(.{4}).(...).(...)/, '$1-$2-4$3-8$4-');
}
