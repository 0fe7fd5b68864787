import { nearest } from '#runtime';
import { type Operation, operations } from './generated/operations.ts';
import { notImplemented } from './not-implemented.ts';
import { ServerError } from './server-error.ts';

// Every port with the methods that it must have.
const PORT_METHODS = {
  clock: ['now'],
  login: ['login'],
  tokens: ['verify'],
  apiKeys: ['verify'],
  licenses: ['covers', 'coversAny'],
  transactions: ['read', 'write', 'writeOnce'],
} as const;

/** Refuses to start when a handler or a port is missing, or has a name that there is not: an operation must never be unprotected or missing by oversight. */
export function requireComplete(served: readonly Operation[], handlers: object, ports: object): void {
  requireHandlers(served, handlers);
  requirePorts(ports);
}

function requireHandlers(served: readonly Operation[], handlers: object): void {
  const given = new Map<string, unknown>(Object.entries(handlers));
  const names = Object.keys(operations);
  const unknown = [...given.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw new ServerError('handler-unknown', `There is no operation ${unknown}.${didYouMean(unknown, names)}`);
  const missing = served
    .map(({ id }) => id)
    .filter((id) => id !== 'authenticate' && typeof given.get(id) !== 'function' && given.get(id) !== notImplemented);
  if (missing.length === 0) return;
  throw new ServerError('handler-missing', `There is no handler for ${missing.join(', ')}. Supply each, or notImplemented to answer 501.`);
}

function requirePorts(ports: object): void {
  const given = new Map<string, unknown>(Object.entries(ports));
  const names = Object.keys(PORT_METHODS);
  // A port that replaces one of memoryPorts under a wrong name would leave that one in its place.
  const unknown = [...given.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw new ServerError('port-unknown', `There is no port ${unknown}.${didYouMean(unknown, names)}`);
  const missing = Object.entries(PORT_METHODS).flatMap(([port, methods]) =>
    methods.filter((method) => typeof Reflect.get(Object(given.get(port)), method) !== 'function').map((method) => `${port}.${method}`),
  );
  if (missing.length === 0) return;
  throw new ServerError(
    'port-missing',
    `No port for ${missing.join(', ')}: supply it; memoryPorts has one of each for tests and first steps.`,
  );
}

function didYouMean(given: string, names: readonly string[]): string {
  const meant = nearest(given, names);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}
