import type { Target } from '../config/target.ts';
import { type OperationId, operations } from '../generated/operations.ts';
import type { Rule } from '../generated/rules.ts';
import { withoutUserInfo } from '../run/redact.ts';
import type { Budget } from '../run/result.ts';
import { Skip } from '../run/verdict.ts';
import { authenticateCall, Requests } from '../target/requests.ts';
import { type Estimate, estimate, frame } from './estimate.ts';

export interface PlanOptions {
  readonly rules: readonly Rule[];
  readonly budget: Budget;
  readonly requestsPerSecond?: number | undefined;
}

/** What a run would send to the target and write there; nothing is sent to make it. */
export function planText(target: Target, { rules, budget, requestsPerSecond }: PlanOptions): string {
  const planned = rules.map((rule) => ({ rule, estimates: estimate(rule.id, budget) }));
  const all = added([...planned.flatMap(({ estimates }) => estimates ?? []), ...(estimate(frame, budget) ?? [])]);
  const unmeasured = planned.filter(({ estimates }) => estimates === undefined).map(({ rule }) => rule.id);
  const requests = sum(all);
  const pace =
    requestsPerSecond === undefined ? '' : `, at ${requestsPerSecond} a second: ${Math.ceil(requests / requestsPerSecond)} s or more`;
  const lines = [
    `Nothing was sent. A run would judge ${rules.length} rules at budget ${budget} with about ${requests} requests${pace};`,
    `about ${sum(all.filter(({ writes }) => writes))} of them try to write. Counted against the reference service: yours may need more or fewer.`,
    '',
    ...all.map(
      (entry) => `${entry.writes ? 'write' : 'read '}  ${String(entry.requests).padStart(6)}  ${describe(target, entry.operation)}`,
    ),
    '',
    'Everything created is named conformance-…, and is removed at the end as far as the target can delete it.',
    `Companies written to: ${target.companies.map(({ id }) => id).join(', ')}. Webhooks deliver to ${target.receiver.publicUrl}.`,
    ...(target.controls.clock ? [`The target's clock is moved on, by days, through ${target.controls.clock}.`] : []),
    'Wrong passwords and keys are sent too: a target may slow their user down for a while.',
    '',
    ...planned.map(({ rule, estimates }) => `${rule.id.padEnd(8)} ${estimates === undefined ? 'not counted yet' : ofRule(estimates)}`),
    ...(unmeasured.length === 0 ? [] : ['', `Not in the counts above: ${unmeasured.join(' ')}`]),
    '',
  ];
  return withoutUserInfo(lines.join('\n'));
}

function ofRule(estimates: readonly Estimate[]): string {
  if (estimates.length === 0) return 'looks at what another rule sends; alone it sends that itself';
  const named = estimates.map(({ operation, requests }) => `${operation.split(' ')[1]} ${requests}`);
  return `${String(sum(estimates)).padStart(5)} requests: ${named.join(', ')}`;
}

function added(estimates: readonly Estimate[]): readonly Estimate[] {
  const groups = Map.groupBy(estimates, ({ operation }) => operation);
  return [...groups].flatMap(([, [first, ...others]]) => (first ? [{ ...first, requests: sum([first, ...others]) }] : []));
}

function sum(estimates: readonly Estimate[]): number {
  return estimates.reduce((total, { requests }) => total + requests, 0);
}

/** The method and the address as this target has it. */
function describe(target: Target, operation: string): string {
  const [method = '', id = ''] = operation.split(' ');
  if (!isOperation(id)) return `${method} paths and methods that the contract does not have`;
  try {
    const call =
      id === 'authenticate'
        ? authenticateCall(target)
        : new Requests(target, '').call(id, { id: '{id}', company: { id: '{companyId}', licenseKey: '' } });
    return `${method} ${decodeURI(call.url)}`;
  } catch (error) {
    if (error instanceof Skip) return `${method} ${id}: the target has none, so that it is not sent`;
    throw error;
  }
}

function isOperation(id: string): id is OperationId {
  return Object.hasOwn(operations, id);
}
