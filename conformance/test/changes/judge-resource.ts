import { type ResourceName, resources } from '../../src/generated/resources.ts';
import type { RuleResult } from '../../src/model/result.ts';
import { judgeService } from '../mutants/judge-service.ts';
import { faultsAt } from './resource-faults.ts';

/** What the suite finds for one resource. */
export interface Findings {
  /** Rules that fail for the service without a fault, with the reason. */
  readonly complaints: readonly string[];
  /** How often each rule was exercised for an operation or event of the resource, by names such as `IDEM-01 createArticolo`. */
  readonly coverage: Readonly<Record<string, number>>;
  /** The rules that caught each fault. */
  readonly caught: Readonly<Record<string, readonly string[]>>;
}

const [name = ''] = process.argv.slice(2);
const resource = resources[name as ResourceName];
if (resource === undefined) throw new Error(`There is no resource ${name}: name one of ${Object.keys(resources).join(', ')}.`);

process.stdout.write(`${JSON.stringify(await findings())}\n`);

async function findings(): Promise<Findings> {
  const rightful = await judgeService({}, { profile: 'reference' });
  const caught: Record<string, readonly string[]> = {};
  for (const [fault, { rules, ...differences }] of Object.entries(faultsAt(resource))) {
    const results = await judgeService(differences, { profile: 'reference', rules });
    caught[fault] = results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  }
  return { complaints: rightful.flatMap(complaint), coverage: Object.fromEntries(rightful.flatMap(exercised)), caught };
}

function complaint({ id, outcome, reason, failure }: RuleResult): readonly string[] {
  return outcome === 'pass' || outcome === 'skip' ? [] : [`${id}: ${outcome}: ${failure?.message ?? reason}`];
}

function exercised({ id, coverage }: RuleResult): readonly (readonly [string, number])[] {
  const isOfResource = (bound: string): boolean =>
    Object.values(resource.operations).some((operation) => operation === bound) || bound.startsWith(`${name}.`);
  return Object.entries(coverage).flatMap(([bound, times]) => (isOfResource(bound) ? [[`${id} ${bound}`, times] as const] : []));
}
