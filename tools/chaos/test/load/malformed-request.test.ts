import { expect, test } from 'vitest';
import { malformedRequest } from '../../src/load/malformed-request.ts';

const HEADERS = { Authorization: 'Bearer token', 'Content-Type': 'application/json' };

test('the same number makes the same request, so that a failure can be repeated', () => {
  for (let number = 0; number < 50; number += 1) expect(malformedRequest(number, HEADERS)).toEqual(malformedRequest(number, HEADERS));
});

test('different numbers break different parts', () => {
  const requests = Array.from({ length: 500 }, (_, number) => malformedRequest(number, HEADERS).toString('latin1'));
  expect(new Set(requests).size).toBeGreaterThan(400);
  for (const part of ['PROPFIND', '%ff%fe', 'Content-Length: -1', '{"nome":null}']) {
    expect(requests.some((request) => request.includes(part))).toBe(true);
  }
});
