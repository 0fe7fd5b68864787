import { createHash, randomUUID } from 'node:crypto';
import type { ClientEnvironment } from '../../src/index.ts';
import type { ClientMutant } from '../client-mutant.ts';

/** Faulty clients that the check of CLI-09 must catch. */
export const mutants: readonly ClientMutant[] = [
  {
    id: 'CLI-09-made-of-the-body',
    mustBreak: ['CLI-09'],
    parts: keys((_environment, { path, body }) => createHash('sha256').update(`${path} ${body}`).digest('hex')),
  },
  { id: 'CLI-09-made-of-the-name', mustBreak: ['CLI-09'], parts: keys(({ CONFORMANCE_NOME }) => encodeURIComponent(CONFORMANCE_NOME)) },
  {
    id: 'CLI-09-counted-from-one',
    mustBreak: ['CLI-09'],
    parts: keys((environment) => `operation-${counted(environment)}`),
  },
  {
    id: 'CLI-09-counted-for-the-application',
    mustBreak: ['CLI-09'],
    parts: keys((environment) => `${environment.CONFORMANCE_APPLICATION_ID}-${counted(environment)}`),
  },
  { id: 'CLI-09-one-for-each-execution', mustBreak: ['CLI-09'], parts: keys(ofExecution) },
  { id: 'CLI-09-the-second-of-the-day', mustBreak: ['CLI-09'], parts: keys(() => String(Math.floor(Date.now() / 1000))) },
  {
    id: 'CLI-09-the-day',
    mustBreak: ['CLI-09'],
    parts: keys((_environment, { path }) => `${new Date().toISOString().slice(0, 10)}${path}`),
  },
  {
    id: 'CLI-09-chance-that-begins-alike',
    mustBreak: ['CLI-09'],
    parts: keys((environment) => String((counted(environment) * 48_271) % 0x7fffffff)),
  },
];

/** A client that makes the keys of all POSTs and PUTs like this. */
function keys(write: NonNullable<ClientMutant['parts']['newKey']>): ClientMutant['parts'] {
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
