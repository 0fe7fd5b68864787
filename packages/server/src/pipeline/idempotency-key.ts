import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY_LENGTH_MAX, IDEMPOTENCY_KEY_PATTERN } from '../generated/limits.ts';
import type { Operation } from '../generated/operations.ts';
import type { BoundKey } from '../ports.ts';
import { Problem } from '../problem.ts';
import { singleHeader } from './single-header.ts';

const HEADER = 'idempotency-key';

/**
 * The request's key, bound to method, path with query, and the raw body (D-07). Undefined when there is none, or when the
 * operation takes none: a GET answers the current state, whatever key it carries (IDEM-14).
 */
export function boundKey(operation: Operation, request: FastifyRequest, rawBody: Buffer): BoundKey | undefined {
  if (operation.acceptsKey) return bindKey(singleHeader(request, HEADER), request, rawBody);
  // IDEM-09: a DELETE stores nothing, but it must not run under a key that belongs to another request.
  const key = operation.method === 'DELETE' ? request.headers[HEADER] : undefined;
  return typeof key === 'string' && isKey(key) ? bind(key, request, rawBody) : undefined;
}

/** A key and what it is bound to; 400 for a value that is not a key. */
export function bindKey(key: string | undefined, request: Target, rawBody: Buffer): BoundKey | undefined {
  return key === undefined ? undefined : bind(requireKey(key), request, rawBody);
}

type Target = Pick<FastifyRequest, 'method' | 'url'>;

function bind(key: string, request: Target, rawBody: Buffer): BoundKey {
  const body = hash('sha256', rawBody, 'hex');
  return { key, fingerprint: hash('sha256', `${request.method}\n${request.url}\n${body}`, 'hex') };
}

function requireKey(key: string): string {
  if (isKey(key)) return key;
  throw new Problem('idempotency-key-invalid', {
    detail: `Idempotency-Key must be 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} printable ASCII characters.`,
  });
}

function isKey(key: string): boolean {
  return key.length <= IDEMPOTENCY_KEY_LENGTH_MAX && IDEMPOTENCY_KEY_PATTERN.test(key);
}
