import { KEY_HEADER, rekeyed } from '../faults/keys.ts';
import type { Mutants, NewFault } from '../mutant.ts';
import { headerOf } from '../peer/message.ts';

/** A service that accepts unknown query parameters in requests with a key. The service behind it would refuse them. */
function withoutQuery(keyed: NewFault): NewFault {
  return (context) => {
    const fault = keyed(context);
    return (request, forward) =>
      fault(request, (asked) =>
        forward(headerOf(asked, KEY_HEADER) === undefined ? asked : { ...asked, path: asked.path.replace(/\?.*/, '') }),
      );
  };
}

export const mutants: Mutants = {
  'keys-of-their-own-at-each-url': { mayBreak: ['IDEM-09', 'IDEM-17'], fault: rekeyed(({ path }, key) => [key, path]) },
  'put-at-another-url-is-executed': {
    mayBreak: ['IDEM-09', 'IDEM-17'],
    fault: rekeyed(({ path }, key) => [key, path.split('/config/webhook/')[1] ?? '']),
  },
  'a-query-has-keys-of-its-own': {
    mayBreak: ['IDEM-17'],
    fault: withoutQuery(rekeyed(({ path }, key) => [key, path.split('?')[1]])),
  },
};
