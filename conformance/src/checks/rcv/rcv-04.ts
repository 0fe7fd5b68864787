import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { type Form, judgeForms } from '../../scenarios/receptions/forms.ts';
import { headerOf, sign } from '../../sender/signed-delivery.ts';

/** What a program may sign in place of a timestamp that it did not find. */
const notFound = ['', '0', 'undefined', 'null', 'None', 'NaN', 'nil', 'false'];

const ways: readonly Form[] = [
  { what: 'it has no signature header', make: () => ({ signature: undefined }) },
  { what: 'its signature header is empty', make: () => ({ signature: '' }) },
  { what: 'its signature header has no v2', make: ({ timestamp }) => ({ signature: headerOf(['t', timestamp]) }) },
  {
    what: 'its signature header has an unknown element, but no v2',
    make: ({ timestamp }) => ({ signature: headerOf(['t', timestamp], ['kid', '7']) }),
  },
  { what: 'its signature header has no t', make: ({ v2 }) => ({ signature: headerOf(['v2', v2]) }) },
  {
    what: 'its signature header has an unknown element, but no t',
    make: ({ v2, timestamp }) => ({ signature: headerOf(['at', timestamp], ['v2', v2]) }),
  },
  { what: 'its signature header has neither t nor v2', make: () => ({ signature: headerOf(['kid', '7']) }) },
  ...notFound.map(
    (text): Form => ({
      what: `its signature header has no t, and its v2 signs '${text}' in its place`,
      make: ({ body }, _at, secret) => ({ signature: headerOf(['v2', sign(secret, text, body)]) }),
    }),
  ),
];

/** RCV-04: a missing or empty signature header, or one without t or without v2, is refused. */
export const rcv04: Check<ReceiverContext> = receiverCheck('RCV-04', { isolation: 'shared', weight: 2 }, async (context) => {
  await judgeForms(context, 'refuse', ways, { runs: 60 });
});
