import 'reflect-metadata';
import { createHmac, webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as x509 from '@peculiar/x509';

/** Receives the deliveries of one webhook over HTTPS. */
export interface HttpsReceiver {
  readonly url: string;
  /** The certificate that the service must trust. */
  readonly caFile: string;
  /** The contacts whose creation a delivery reported that was verified and accepted. */
  readonly contactIds: ReadonlySet<number>;
  /** From now on deliveries that are signed with this secret are accepted. All others are answered 503, and after `refuse` each is. */
  accept(secret: string): void;
  refuse(): void;
  close(): void;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

export async function startReceiver(folder: string): Promise<HttpsReceiver> {
  const { certificate, key } = await selfSigned();
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, certificate);
  const contactIds = new Set<number>();
  let secret: string | undefined;
  const server = createServer({ cert: certificate, key }, async (request, response) => {
    const body = await buffer(request);
    const valid = secret !== undefined && isSigned(String(request.headers['service-signature']), body, secret);
    if (valid) contactIds.add(JSON.parse(body.toString()).Object.id);
    response.writeHead(valid ? 204 : 503).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}/`,
    caFile,
    contactIds,
    accept(expected) {
      secret = expected;
    },
    refuse() {
      secret = undefined;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Computed here, so that no package that is rehearsed judges another. */
function isSigned(header: string, body: Buffer, secret: string): boolean {
  const [, timestamp, signature] = /^t=(\d+),v2=([0-9a-f]+)$/.exec(header) ?? [];
  return signature === createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

async function selfSigned(): Promise<{ certificate: string; key: string }> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
  });
  const der = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { certificate: certificate.toString('pem'), key: x509.PemConverter.encode(der, 'PRIVATE KEY') };
}
