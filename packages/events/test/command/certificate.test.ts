import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { localCertificate } from '../../src/command/certificate.ts';

const NAMES = ['localhost', '127.0.0.1', '::1'];

test('a certificate stands for the local machine by each of its names, and is trusted by those who are told to', async () => {
  const { cert, key } = localCertificate();
  const server = createServer({ cert, key }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const host of NAMES) {
    const socket = connect({ port, host: '127.0.0.1', ca: cert, checkServerIdentity: () => undefined });
    await once(socket, 'secureConnect');
    expect(socket.authorized).toBe(true);
    const certificate = new X509Certificate(cert);
    expect(certificate.checkHost(host) ?? certificate.checkIP(host)).toBe(host);
    socket.destroy();
  }
});

test('a certificate is valid now, not for strangers, and never the same twice', () => {
  const [one, other] = [localCertificate(), localCertificate()].map(({ cert }) => new X509Certificate(cert));
  expect(one?.verify(one.publicKey)).toBe(true);
  expect(one?.serialNumber).not.toBe(other?.serialNumber);
  expect(one?.checkHost('example.com')).toBeUndefined();
  expect(Date.parse(one?.validFrom ?? '')).toBeLessThan(Date.now());
  expect(Date.parse(one?.validTo ?? '')).toBeGreaterThan(Date.now());
});

test.for([0, 1, 12])('the date of a certificate is written right in month %i', (month) => {
  const now = Date.UTC(2031, month, 1, 0, 1);
  expect(Date.parse(new X509Certificate(localCertificate(now).cert).validFrom)).toBe(now - 60_000);
});
