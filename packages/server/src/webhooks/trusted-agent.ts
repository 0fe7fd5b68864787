import { readFileSync, statSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { Agent, type buildConnector } from 'undici';

/** Gives the connections of deliveries: TLS with the certificates that are trusted now. */
export interface TrustedAgent {
  /** The agent to dial with. A file of certificates that has changed, or has appeared, is read again here. */
  current(): Agent;
  /** Ends its connections, those in use too. */
  close(): Promise<void>;
}

const KEEP_ALIVE_MS = 10_000;

/** What an agent dials with. */
export interface Egress {
  /** More certificates to trust, in PEM; the file need not be there yet. */
  readonly caFile: string | undefined;
  /** How it connects, with the certificates that it trusts. By default to every address, directly. */
  readonly connector?: (secureContext: SecureContext) => buildConnector.connector;
}

/**
 * Makes the connections of deliveries. They trust the usual certificates, and those of the file.
 *
 * @example
 * const agent = createTrustedAgent({ caFile: 'ca.pem' });
 * const dispatcher = agent.current();
 * await agent.close();
 */
export function createTrustedAgent(egress: Egress): TrustedAgent {
  const { caFile } = egress;
  let version: string | undefined;
  // Made when something is sent: a service without webhooks does not need it.
  let agent: Agent | undefined;
  // The file is checked once for all that is sent in one turn of the event loop.
  let looked = false;
  return {
    current() {
      if (looked && agent !== undefined) return agent;
      looked = true;
      setImmediate(() => {
        looked = false;
      });
      const found = fileVersion(caFile);
      if (found === version && agent !== undefined) return agent;
      const former = agent;
      version = found;
      agent = createAgent(egress);
      // Requests that run on it finish first.
      former?.close().catch(() => undefined);
      return agent;
    },
    close: async () => await agent?.destroy(),
  };
}

function createAgent({ caFile, connector }: Egress): Agent {
  // Made once for all connections: parsing the root certificates takes longer than a handshake.
  const secureContext = createSecureContext({ ca: [...rootCertificates, ...readCertificates(caFile)] });
  return new Agent({
    connect: connector?.(secureContext) ?? { secureContext },
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
