import type { NewFault } from '../../mutants/mutant.ts';
import { bodyOf, withBody } from '../../mutants/peer/message.ts';
import { type ResourceName, resources } from '../../src/generated/resources.ts';
import { judgeService } from '../mutants/judge-service.ts';

// Prints the rules that two services fail: one without a fault, and one that loses one member of created or changed objects.
const [name = '', member = ''] = process.argv.slice(2);
const { create, update } = resources[name as ResourceName].operations;

const lost: NewFault = () => async (request, forward) => {
  if (request.operation !== create && request.operation !== update) return await forward(request);
  const { [member]: _lost, ...rest } = bodyOf(request);
  return await forward(withBody(request, rest));
};

const failing = async (differences: Parameters<typeof judgeService>[0]): Promise<readonly string[]> =>
  (await judgeService(differences, { profile: 'reference', rules: ['RES-*'] })).flatMap(({ id, outcome }) =>
    outcome === 'pass' ? [] : [`${id} ${outcome}`],
  );

process.stdout.write(JSON.stringify({ kept: await failing({}), lost: await failing({ fault: lost }) }));
