import { readFileSync, statSync } from 'node:fs';
import { createSecureContext, rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { guardedLookup } from './guarded-lookup.ts';

/** Gives the connections of deliveries: TLS with the certificates that are trusted now, to addresses that are allowed. */
export interface TrustedAgent {
  /** The agent to dial with. A file of certificates that has changed, or has appeared, is read again here. */
  current(): Agent;
  close(): Promise<void>;
}

const KEEP_ALIVE_MS = 10_000;

/** @param caFile more certificates to trust, in PEM; the file need not be there yet */
export function createTrustedAgent(policy: AddressPolicy, caFile: string | undefined): TrustedAgent {
  let version = fileVersion(caFile);
  let agent = createAgent(policy, caFile);
  return {
    current() {
      const found = fileVersion(caFile);
      if (found === version) return agent;
      const former = agent;
      version = found;
      agent = createAgent(policy, caFile);
      // Requests that run on it finish first.
      former.close().catch(() => undefined);
      return agent;
    },
    close: () => agent.destroy(),
  };
}

function createAgent(policy: AddressPolicy, caFile: string | undefined): Agent {
  // Made once for all connections: parsing the root certificates takes longer than a handshake.
  const secureContext = createSecureContext({ ca: [...rootCertificates, ...readCertificates(caFile)] });
  return new Agent({
    connect: { secureContext, lookup: guardedLookup(policy), autoSelectFamily: true, allowH2: false },
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
  });
}

function readCertificates(caFile: string | undefined): string[] {
  const pem = caFile === undefined ? '' : readIfThere(caFile);
  return pem.includes('-----BEGIN CERTIFICATE-----') ? [pem] : [];
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function fileVersion(caFile: string | undefined): string {
  const stat = caFile === undefined ? undefined : statSync(caFile, { throwIfNoEntry: false });
  return stat === undefined ? 'absent' : `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
}
