import { withoutBody } from '../../mutants/faults/concurrency-tokens.ts';
import { deletedStaysListed } from '../../mutants/faults/deleted-objects.ts';
import { licenseKeyFilledIn } from '../../mutants/faults/headers.ts';
import { KEY_HEADER } from '../../mutants/faults/keys.ts';
import type { Faults } from '../../mutants/mutant.ts';
import { bodyOf, withBody, without } from '../../mutants/peer/message.ts';
import type { Resource } from '../../src/generated/resources.ts';

/** A fault, and the rules that may catch it. */
export interface ResourceFault extends Faults {
  readonly rules: readonly string[];
}

/** Five faults that a service can have at any resource. */
export function faultsAt({ name, operations }: Resource): Readonly<Record<string, ResourceFault>> {
  const { list, create, update } = operations;
  return {
    'list without license': {
      rules: ['AUTH-*', 'HDR-*', 'COMP-*'],
      fault: licenseKeyFilledIn((sent) => sent === undefined, [list ?? '']),
    },
    'unguarded PUT': {
      rules: ['CONC-*'],
      fault: () => async (request, forward) => {
        const answer = await forward(request);
        const isStale = answer.status === 422 && bodyOf(answer).code === 'concurrency-conflict';
        if (request.operation !== update || !isStale) return answer;
        const current = await forward({ method: 'GET', path: request.path, headers: withoutBody(request), body: '' });
        const unkeyed = without(request, KEY_HEADER);
        return await forward(withBody(unkeyed, { ...bodyOf(request), concurrencyToken: bodyOf(current).concurrencyToken }));
      },
    },
    'key ignored': {
      rules: ['IDEM-*'],
      fault: () => async (request, forward) => await forward(request.operation === create ? without(request, KEY_HEADER) : request),
    },
    'delete that leaves it listed': { rules: ['COMP-08'], fault: deletedStaysListed(operations) },
    'no event': {
      rules: ['EVT-*'],
      deliveryFault: () => async (delivery, deliver) => (bodyOf(delivery).Type === `${name}.Update` ? 204 : await deliver(delivery)),
    },
  };
}
