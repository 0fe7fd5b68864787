import { KEY_HEADER, rekeyed } from '../faults/keys.ts';
import type { Fault, FaultContext, Mutant } from '../mutant.ts';
import { headerOf } from '../peer/message.ts';

/** A service that accepts unknown query parameters in requests with a key. The service behind it would refuse them. */
function withoutQuery(keyed: (context: FaultContext) => Fault): Mutant['fault'] {
  return (context) => {
    const fault = keyed(context);
    return (request, forward) =>
      fault(request, (asked) =>
        forward(headerOf(asked, KEY_HEADER) === undefined ? asked : { ...asked, path: asked.path.replace(/\?.*/, '') }),
      );
  };
}

/** Faulty services that the check of IDEM-08 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'IDEM-08-keys-of-their-own-at-each-url',
    mustBreak: ['IDEM-08'],
    mayBreak: ['IDEM-09', 'IDEM-17'],
    fault: rekeyed(({ path }, key) => [key, path]),
  },
  {
    id: 'IDEM-08-put-at-another-url-is-executed',
    mustBreak: ['IDEM-08'],
    mayBreak: ['IDEM-09', 'IDEM-17'],
    fault: rekeyed(({ path }, key) => [key, path.split('/config/webhook/')[1] ?? '']),
  },
  {
    id: 'IDEM-08-a-query-has-keys-of-its-own',
    mustBreak: ['IDEM-08'],
    mayBreak: ['IDEM-17'],
    fault: withoutQuery(rekeyed(({ path }, key) => [key, path.split('?')[1]])),
  },
];
