/** HMAC-SHA-256 of the prefix and the raw body, in lower-case hex (SIG-02), with Web Crypto. */
export async function hmacHex(secret: string, prefix: string, body: Uint8Array): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, join(bytesOf(prefix), body));
  return Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
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
