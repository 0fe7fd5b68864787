import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { ReceiverConfig } from '../model/target.ts';

function publicAddress(publicUrl: string): URL {
  const text = publicUrl.replaceAll('{port}', '443');
  if (URL.canParse(text)) return new URL(text);
  throw new ConfigurationError(`receiver.publicUrl: ${publicUrl} is not an address; write one such as https://localhost:{port}.`);
}

/** The server that the configuration asks for, not listening yet. @throws ConfigurationError when a file cannot be read or written */
export async function secureServer(config: ReceiverConfig): Promise<Server> {
  const identity = await serverIdentity(config);
  try {
    // Only the target closes idle connections. If the receiver closed one while the target sends, that attempt would be lost.
    return createServer({ ...identity, keepAliveTimeout: 0 });
  } catch (error) {
    throw new ConfigurationError(
      `receiver.tls: cert and key are not a certificate and its key (${codeOf(error)}); name two PEM files that belong together.`,
    );
  }
}

async function serverIdentity(config: ReceiverConfig): Promise<{ cert: string | Buffer; key: string | Buffer }> {
  if (config.tls) return { cert: read(config.tls.cert, 'receiver.tls.cert'), key: read(config.tls.key, 'receiver.tls.key') };
  const { hostname } = publicAddress(config.publicUrl);
  // The library that makes certificates takes long to load.
  const { createIdentity } = await import('./authority.ts');
  const names = new Set([hostname.replace(/^\[|\]$/g, ''), 'localhost', '127.0.0.1', '::1']);
  const identity = await createIdentity([...names]);
  try {
    writeFileSync(config.caFile, identity.authority);
  } catch (error) {
    throw new ConfigurationError(
      `receiver.caFile: ${config.caFile} cannot be written (${codeOf(error)}); name a file in a folder that exists.`,
    );
  }
  return { cert: identity.certificate, key: identity.key };
}

function read(file: string, setting: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new ConfigurationError(`${setting}: ${file} cannot be read (${codeOf(error)}).`);
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
