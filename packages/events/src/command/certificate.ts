import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate that vouches for itself, and its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The tags of DER (X.690) that a certificate needs. */
const TAG = { integer: 0x02, bits: 0x03, bytes: 0x04, id: 0x06, text: 0x0c, time: 0x17, sequence: 0x30, set: 0x31 } as const;
/** `[0]` and `[3]` of a certificate, and `dNSName` and `iPAddress` of a subject's other names (RFC 5280). */
const FIELD = { version: 0xa0, extensions: 0xa3, dnsName: 0x82, ipAddress: 0x87 } as const;

const ID = {
  commonName: Buffer.from([0x55, 0x04, 0x03]),
  subjectAltName: Buffer.from([0x55, 0x1d, 0x11]),
  ecdsaWithSha256: Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]),
};

/** The local machine, by every name that a service may call it. */
const NAMES = [
  der(FIELD.dnsName, Buffer.from('localhost')),
  der(FIELD.ipAddress, Buffer.from([127, 0, 0, 1])),
  der(FIELD.ipAddress, Buffer.from([...new Array(15).fill(0), 1])),
];

/** Makes a certificate for the local machine that is valid for 30 days, with a key that nobody else has. */
export function localCertificate(now: number = Date.now()): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(TAG.sequence, der(TAG.id, ID.ecdsaWithSha256));
  const name = der(
    TAG.sequence,
    der(TAG.set, der(TAG.sequence, der(TAG.id, ID.commonName), der(TAG.text, Buffer.from('business-cloud-events')))),
  );
  const names = der(TAG.sequence, der(TAG.id, ID.subjectAltName), der(TAG.bytes, der(TAG.sequence, ...NAMES)));
  const body = der(
    TAG.sequence,
    der(FIELD.version, der(TAG.integer, Buffer.from([2]))),
    // Positive, and never the same twice: some verifiers cache by issuer and serial number.
    der(TAG.integer, Buffer.from([0x5a]), randomBytes(15)),
    algorithm,
    name,
    der(TAG.sequence, time(now - MINUTE_MS), time(now + 30 * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(FIELD.extensions, der(TAG.sequence, names)),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = der(TAG.sequence, body, algorithm, der(TAG.bits, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replace(/.{1,64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** A value with its tag and its length. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

/** A `UTCTime`: its year has two digits. */
function time(ms: number): Buffer {
  return der(TAG.time, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`));
}
