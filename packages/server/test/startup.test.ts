import { expect, test } from 'vitest';
import { contractServer, operations, type Ports } from '../src/index.ts';
import { type State, testHandlers, testPorts } from './harness.ts';

const withCode = (code: string) => expect.objectContaining({ code });

test.each(Object.keys(operations).filter((id) => id !== 'authenticate'))('it does not start without a handler for %s', (id) => {
  const { [id as 'getArticolo']: _missing, ...handlers } = testHandlers();
  expect(() => contractServer({ handlers: handlers as ReturnType<typeof testHandlers>, ports: testPorts() })).toThrow(
    withCode('handler-missing'),
  );
});

test.each(['clock', 'login', 'tokens', 'apiKeys', 'licenses', 'transactions'])('it does not start without the port %s', (port) => {
  const { [port as 'clock']: _missing, ...ports } = testPorts();
  expect(() => contractServer({ handlers: testHandlers(), ports: ports as Ports<State> })).toThrow(withCode('port-missing'));
});

test('it does not start with half a port', () => {
  const ports = { ...testPorts(), licenses: { covers: async () => true } };
  expect(() => contractServer({ handlers: testHandlers(), ports: ports as unknown as Ports<State> })).toThrow(withCode('port-missing'));
});

test.each([{ headerWord: 'a b' }, { headerWord: '' }, { headerWord: 'My-' }, { bodyLimitBytes: 0 }, { bodyLimitBytes: 1.5 }])(
  'it does not start with %j',
  (options) => {
    expect(() => contractServer({ handlers: testHandlers(), ports: testPorts(), options })).toThrow(withCode('option-invalid'));
  },
);

test('it starts with a product word that has a hyphen (D-13)', () => {
  expect(() => contractServer({ handlers: testHandlers(), ports: testPorts(), options: { headerWord: 'My-Shop' } })).not.toThrow();
});

test('authenticate needs no handler when only the Admin API is served', () => {
  const none = {} as ReturnType<typeof testHandlers>;
  expect(() => contractServer({ handlers: none, ports: testPorts(), options: { apis: ['admin'] } })).not.toThrow();
});
