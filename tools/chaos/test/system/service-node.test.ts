import { expect, test } from 'vitest';
import { faultIn } from '../../src/system/service-node.ts';

const logged = (message: string): string =>
  JSON.stringify({ level: 50, err: { type: 'DatabaseError', message: 'duplicate key', stack: 'error: …' }, msg: message });

test('the error that a request broke a node with is read from its log, without the stack', () => {
  expect(faultIn(logged('The request broke the service.'))).toBe('DatabaseError: duplicate key');
});

test('a node without its database is no fault of the service', () => {
  expect(faultIn(logged('A request was refused for now.'))).toBeUndefined();
});
