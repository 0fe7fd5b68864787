import { connect } from 'node:net';
import type { Target } from '../model/target.ts';
import type { Receiver } from '../receiver/receiver.ts';
import type { ActiveRun } from './active-run.ts';

const CONNECT_WITHIN_MS = 3_000;

/** Says why nothing arrived: an unreachable address, an untrusted certificate, or a path that changes on the way. */
export async function whyUndelivered({ target }: ActiveRun, { traffic: reached, listensOn, publicUrl }: Receiver): Promise<string> {
  const { connections, requests, refusedHandshakes } = reached;
  if (connections === 0) return `but nothing connected to ${listensOn}: ${await whyUnreached(target, publicUrl)}.`;
  if (requests > 0)
    return 'but the requests that came were for another path. Check that receiver.publicUrl reaches the receiver with its path unchanged.';
  const how = refusedHandshakes.length === 0 ? 'ended the connection' : `broke off (${refusedHandshakes[0]})`;
  const trusted = target.receiver.tls
    ? 'check that it trusts the issuer of receiver.tls.cert, and that the certificate names the host of receiver.publicUrl'
    : `make it trust ${target.receiver.caFile}, which each run rewrites, and check that it reads the file again`;
  return `but it ${how} before it sent anything: it does not trust the certificate; ${trusted}.`;
}

/** An address that cannot be reached from here is wrong. One that can may still be unreachable for the target, or refused by it. */
async function whyUnreached({ surface }: Target, publicUrl: string): Promise<string> {
  const problem = await connectionProblem(new URL(publicUrl));
  if (problem !== undefined)
    return `${publicUrl} cannot be reached from here either (${problem}); correct receiver.publicUrl or receiver.listen`;
  return `the address can be reached from here. The target may not reach it, may take longer (timing.deliveryWithinMs), may fire no event for what was created and deleted (surface.eventObjects.anagrafica, now ${surface.eventObjects.anagrafica}), or may refuse private addresses (as it should) until it is configured to allow this one`;
}

/** The error code of a failed connection; undefined if it succeeds. */
async function connectionProblem({ hostname, port }: URL): Promise<string | undefined> {
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443), timeout: CONNECT_WITHIN_MS });
  try {
    return await new Promise((resolve) => {
      socket.once('connect', () => resolve(undefined)).once('timeout', () => resolve('no answer in time'));
      socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    });
  } finally {
    socket.destroy();
  }
}
