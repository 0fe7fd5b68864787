import fc from 'fast-check';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { type Form, judgeForms } from '../../scenarios/receptions/forms.ts';
import { headerOf } from '../../sender/signed-delivery.ts';

/** Values that contain equals signs. */
const values = ['a=b', '=', '==', 'MTIz==', 't=1', 'v2=0', 'a=b=c', '=x'];
const value = fc.stringMatching(/^[a-z0-9]{0,6}=[a-z0-9=]{0,8}$/);

function formOf(text: string, first: boolean): Form {
  return {
    what: `another element has the value '${text}'`,
    make: ({ signature }) => ({ signature: first ? `x=${text},${signature}` : `${signature},x=${text}` }),
  };
}

const drawn = fc.tuple(value, fc.boolean()).map((parts) => formOf(...parts));
const examples = values.flatMap((text) => [formOf(text, true), formOf(text, false)]);

const ways: readonly Form[] = [
  ['its v2 is the signature, an equals sign and more', (v2: string) => `v2=${v2}=x`] as const,
  ['its v2 is the signature and an equals sign', (v2: string) => `v2=${v2}=`] as const,
  ['its v2 is an equals sign and the signature', (v2: string) => `v2==${v2}`] as const,
  ['its signature is in another element, after v2 and an equals sign', (v2: string) => `x=v2=${v2}`] as const,
  ['its v2 is a text, an equals sign and the signature', (v2: string) => `v2=x=${v2}`] as const,
].map(([what, element]) => ({ what, make: ({ timestamp, v2 }) => ({ signature: `${headerOf(['t', timestamp])},${element(v2)}` }) }));

/** RCV-08: an element is split at its first equals sign. Further ones belong to the value. */
export const rcv08: Check<ReceiverContext> = receiverCheck('RCV-08', { isolation: 'shared', weight: 2 }, async (context) => {
  await judgeForms(context, 'accept', examples, { runs: 30, drawn });
  await judgeForms(context, 'refuse', ways, { runs: 30 });
});
