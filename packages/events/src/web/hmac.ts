const encoder = new TextEncoder();
const KEYS_MAX = 16;
/** Importing a key is a third of the work of a verification, and an endpoint has few secrets, so keys are kept. */
const keys = new Map<string, Parameters<typeof crypto.subtle.sign>[1]>();

/** HMAC-SHA-256 of the prefix and the raw body, in lower-case hex (SIG-02), with Web Crypto. */
export async function hmacHex(secret: string, prefix: string, body: Uint8Array): Promise<string> {
  let key = keys.get(secret);
  if (!key) {
    key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    if (keys.size >= KEYS_MAX) keys.clear();
    keys.set(secret, key);
  }
  const mac = await crypto.subtle.sign('HMAC', key, join(encoder.encode(prefix), body));
  return Array.from(new Uint8Array(mac), (byte) => (byte + 256).toString(16).slice(1)).join('');
}

function join(prefix: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(prefix.length + body.length);
  joined.set(prefix);
  joined.set(body, prefix.length);
  return joined;
}

/** Compares two texts of the same length in constant time: it looks at every character, wherever they differ. */
export function equalText(a: string, b: string): boolean {
  let difference = 0;
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
