import fc from 'fast-check';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { type Form, judgeForms } from '../../scenarios/receptions/forms.ts';
import { type Element, headerOf, sign } from '../../sender/signed-delivery.ts';

/** How a wrong v2 is made. The last kind is shorter than a signature. */
const others = ['other secret', 'zeros', 'reversed', 'half'] as const;
type Other = (typeof others)[number];

/** Wrong values before and after the right one, and the place of t among them. */
interface Values {
  readonly before: readonly Other[];
  readonly behind: readonly Other[];
  readonly t: number;
}

function formOf({ before, behind, t }: Values): Form {
  const total = before.length + behind.length + 1;
  return {
    what: `its v2 number ${before.length + 1} of ${total} matches, and t is at place ${Math.min(t, total) + 1}`,
    make: ({ timestamp, v2 }, _at, secret) => {
      const wrong = (kind: Other, place: number): Element => ['v2', wrongValue(kind, v2, `${secret}${place}`)];
      const elements: Element[] = [
        ...before.map(wrong),
        ['v2', v2],
        ...behind.map((kind, place) => wrong(kind, before.length + place + 1)),
      ];
      elements.splice(t, 0, ['t', timestamp]);
      return { signature: headerOf(...elements) };
    },
  };
}

function wrongValue(kind: Other, v2: string, otherSecret: string): string {
  if (kind === 'other secret') return sign(otherSecret, '0', v2);
  if (kind === 'zeros') return '0'.repeat(v2.length);
  if (kind === 'reversed') return [...v2].reverse().join('');
  return sign(otherSecret, '0', v2).slice(0, 32);
}

const wrongs = fc.array(fc.constantFrom(...others), { maxLength: 3 });
const drawn = fc.record({ before: wrongs, behind: wrongs, t: fc.nat({ max: 7 }) }).map(formOf);

const examples: readonly Form[] = [
  { before: [], behind: ['other secret'] as const, t: 0 },
  { before: ['other secret'] as const, behind: [], t: 0 },
  { before: ['zeros'] as const, behind: ['other secret'] as const, t: 0 },
  { before: ['other secret', 'zeros'] as const, behind: [], t: 0 },
  { before: ['half'] as const, behind: [], t: 0 },
  { before: [], behind: ['half'] as const, t: 0 },
  { before: [], behind: [], t: 1 },
  { before: ['other secret'] as const, behind: ['reversed'] as const, t: 1 },
  { before: ['half', 'zeros', 'other secret'] as const, behind: ['half'] as const, t: 7 },
].map(formOf);

const withoutMatch: Form = {
  what: 'none of its v2 values matches',
  make: ({ timestamp, v2 }, _at, secret) => ({
    signature: headerOf(['t', timestamp], ...others.map((kind): Element => ['v2', wrongValue(kind, v2, `${secret}x`)])),
  }),
};

/** RCV-06: of several v2 values one that matches is enough, in any position; where none does, the delivery is refused. */
export const rcv06: Check<ReceiverContext> = receiverCheck('RCV-06', { isolation: 'shared', weight: 2 }, async (context) => {
  await judgeForms(context, 'accept', examples, { runs: 60, drawn });
  await judgeForms(context, 'refuse', [withoutMatch], { runs: 5 });
});
