import { isOf, undelivered } from '../../mutants/faults/attempts.ts';
import { isStale, renewed } from '../../mutants/faults/concurrency-tokens.ts';
import { deletedStaysListed } from '../../mutants/faults/deleted-objects.ts';
import { forwarding } from '../../mutants/faults/exchanges.ts';
import { licenseKeyFilledIn, missing } from '../../mutants/faults/headers.ts';
import { KEY_HEADER } from '../../mutants/faults/keys.ts';
import type { Faults } from '../../mutants/mutant.ts';
import { without } from '../../mutants/peer/message.ts';
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
      ...(list && { fault: licenseKeyFilledIn(list, missing) }),
    },
    'unguarded PUT': {
      rules: ['CONC-*'],
      fault: () => async (request, forward) => {
        const answer = await forward(request);
        return request.operation === update && isStale(answer) ? await renewed(request, forward) : answer;
      },
    },
    'key ignored': {
      rules: ['IDEM-*'],
      fault: forwarding((request) => (request.operation === create ? without(request, KEY_HEADER) : request)),
    },
    'delete that leaves it listed': { rules: ['COMP-08'], fault: deletedStaysListed(operations) },
    'no event': {
      rules: ['EVT-*'],
      deliveryFault: undelivered((delivery) => isOf(delivery, `${name}.Update`)),
    },
  };
}
