import { createHash, randomUUID } from 'node:crypto';
import type { ClientEnvironment } from '../../src/index.ts';
import type { ClientMutants } from '../client-mutant.ts';
import type { ClientParts } from '../peer/client-parts.ts';

export const mutants: ClientMutants = {
  'made-of-the-body': keys((_environment, { path, body }) => createHash('sha256').update(`${path} ${body}`).digest('hex')),
  'made-of-the-name': keys(({ CONFORMANCE_NOME }) => encodeURIComponent(CONFORMANCE_NOME)),
  'counted-from-one': keys((environment) => `operation-${counted(environment)}`),
  'counted-for-the-application': keys((environment) => `${environment.CONFORMANCE_APPLICATION_ID}-${counted(environment)}`),
  'one-for-each-execution': keys(ofExecution),
  'the-second-of-the-day': keys(() => String(Math.floor(Date.now() / 1000))),
  'the-day': keys((_environment, { path }) => `${new Date().toISOString().slice(0, 10)}${path}`),
  'chance-that-begins-alike': keys((environment) => String((counted(environment) * 48_271) % 0x7fffffff)),
};

/** A client that makes the keys of all POSTs and PUTs like this. */
function keys(write: ClientParts['newKey']): Partial<ClientParts> {
  return { newKey: (environment, wanted) => (wanted.body === undefined ? undefined : write(environment, wanted)) };
}

/** The state of a process. Each execution has its own environment, which is the key. */
const counts = new WeakMap<ClientEnvironment, number>();
const executions = new WeakMap<ClientEnvironment, string>();

function counted(environment: ClientEnvironment): number {
  const count = (counts.get(environment) ?? 0) + 1;
  counts.set(environment, count);
  return count;
}

function ofExecution(environment: ClientEnvironment): string {
  const key = executions.get(environment) ?? randomUUID();
  executions.set(environment, key);
  return key;
}
