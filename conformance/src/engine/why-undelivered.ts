import { connect } from 'node:net';
import type { Target } from '../model/target.ts';
import type { Receiver } from '../receiver/receiver.ts';
import type { ActiveRun } from './active-run.ts';

const CONNECT_WITHIN_MS = 3_000;

/** Distinguishes an address that cannot be reached, a certificate that is not trusted, and a path that is lost on the way. */
export async function whyUndelivered({ target }: ActiveRun, { traffic: reached, listensOn, publicUrl }: Receiver): Promise<string> {
  const { connections, requests, refusedHandshakes } = reached;
  if (connections === 0) return `and nothing connected to ${listensOn}: ${await whyUnreached(target, publicUrl)}.`;
  if (requests > 0)
    return 'and what came was for another path. Check that receiver.publicUrl reaches the receiver with its path unchanged.';
  const how = refusedHandshakes.length === 0 ? 'ended the connection' : `broke off (${refusedHandshakes[0]})`;
  const trusted = target.receiver.tls
    ? 'see that it trusts the issuer of receiver.tls.cert, and that the certificate names the host of receiver.publicUrl'
    : `let it trust ${target.receiver.caFile}, which each run writes anew, and see that it reads the file again`;
  return `and it connected but ${how} before it sent anything: it does not trust the certificate; ${trusted}.`;
}

/** An address that cannot be reached from here is wrong; one that can may still be out of the target's reach, or refused by it. */
async function whyUnreached({ surface }: Target, publicUrl: string): Promise<string> {
  const problem = await connectionProblem(new URL(publicUrl));
  if (problem !== undefined)
    return `from here too ${publicUrl} reaches nothing (${problem}); correct receiver.publicUrl or receiver.listen`;
  return `from here the address is reached. The target may not reach it, may take longer (timing.deliveryWithinMs), may fire no event of what was created and deleted (surface.eventObjects.anagrafica, now ${surface.eventObjects.anagrafica}), or may refuse private addresses (as it should) until it is told to allow this one`;
}

/** The code of the error with which a connection fails; undefined if it succeeds. */
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
