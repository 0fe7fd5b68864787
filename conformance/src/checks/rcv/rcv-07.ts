import fc from 'fast-check';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { type Form, judgeForms } from '../../scenarios/receptions/forms.ts';
import { type Element, headerOf } from '../../sender/signed-delivery.ts';

const zeros = '0'.repeat(64);

/** Elements that mean nothing to a receiver, some of them easily mistaken for t or v2. */
const strange: readonly Element[] = [
  ['v1', zeros],
  ['v3', 'a3f1'],
  ['v20', zeros],
  ['v12', zeros],
  ['xv2', zeros],
  ['kid', 'key-7'],
  ['alg', 'hmac-sha256'],
  ['at', '1'],
  ['ts', '1700000000000'],
  ['t2', '99'],
  ['tt', '0'],
  ['start', '5'],
  ['nonce', 'q_83.~-'],
  ['x', '1'],
  ['toString', 'x'],
  ['__proto__', 'x'],
];

const prefix = fc.stringMatching(/^[a-z][a-z0-9_-]{0,11}$/).filter((name) => name !== 't' && name !== 'v2');
const value = fc.stringMatching(/^[A-Za-z0-9._~+/-]{1,40}$/);
const ignored = fc.oneof(
  fc.constantFrom(...strange),
  fc.tuple(prefix, value).map((pair): Element => pair),
);

/** Other elements before, between and after t and v2, which come in either order. */
function formOf(before: readonly Element[], between: readonly Element[], behind: readonly Element[], v2First: boolean): Form {
  const [first, second] = v2First ? (['v2', 't'] as const) : (['t', 'v2'] as const);
  const names = [...before, first, ...between, second, ...behind].map((element) => (typeof element === 'string' ? element : element[0]));
  return {
    what: `its elements are ${names.join(', ')}`,
    make: ({ timestamp, v2 }) => {
      const own: Readonly<Record<'t' | 'v2', Element>> = { t: ['t', timestamp], v2: ['v2', v2] };
      return { signature: headerOf(...before, own[first], ...between, own[second], ...behind) };
    },
  };
}

const some = fc.array(ignored, { maxLength: 3 });
const drawn = fc.tuple(some, some, some, fc.boolean()).map((parts) => formOf(...parts));

const examples: readonly Form[] = [
  ...strange.flatMap((element) => [formOf([element], [], [], false), formOf([], [], [element], false)]),
  formOf([], [['v1', zeros]], [], false),
  formOf([], [], [], true),
  formOf([['v1', zeros]], [['kid', '7']], [['v3', zeros]], true),
  formOf(strange, strange, strange, false),
];

/** RCV-07: other elements are ignored, wherever they are, and t and v2 come in either order. */
export const rcv07: Check<ReceiverContext> = receiverCheck('RCV-07', { isolation: 'shared', weight: 2 }, async (context) => {
  await judgeForms(context, 'accept', examples, { runs: 80, drawn });
});
