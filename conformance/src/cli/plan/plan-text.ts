import { authenticateCall, RequestBuilder } from '../../api/requests.ts';
import { type Kind, kinds } from '../../engine/kind.ts';
import { withoutUserInfo } from '../../engine/redact.ts';
import { selectRules } from '../../engine/select-rules.ts';
import { clientChecks } from '../../generated/checks/client-registry.ts';
import { receiverChecks } from '../../generated/checks/receiver-registry.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import type { Rule } from '../../generated/rules.ts';
import { type ClientTarget, clientScenarios } from '../../model/client-context.ts';
import type { ReceiverTarget } from '../../model/receiver-context.ts';
import type { Budget } from '../../model/result.ts';
import type { RunOptions } from '../../model/run-options.ts';
import type { Target } from '../../model/target.ts';
import { Skip } from '../../model/verdict.ts';
import { creationsOf, type Estimate, estimate, FRAME, judgedRules, looksForDelivery } from './estimate.ts';

/** What a plan is made for. */
type PlanOptions = Pick<RunOptions, 'profile' | 'budget' | 'requestsPerSecond' | 'rules'>;

/** What one rule would send and create. */
interface Planned {
  readonly rule: string;
  readonly estimates: readonly Estimate[];
  readonly creations: ReadonlyMap<Kind, number>;
}

/**
 * Says what a run would send to the target, create there and remove, and sends nothing. The numbers were measured against the reference
 * service. Operations that this target lacks are left out.
 */
export function servicePlan(target: Target, options: PlanOptions): string {
  const { profile = 'stated', budget = 'standard', requestsPerSecond } = options;
  const rules = judgedRules(selectRules(options.rules), profile);
  const planned = rules.flatMap(({ id }) => plan(target, id, budget) ?? []);
  const uncounted = rules.filter(({ id }) => estimate(id, budget) === undefined).map(({ id }) => id);
  const removals = kinds.map((kind) => removal(kind, planned)).filter(({ operation }) => isThere(target, operation));
  const all = added([...(estimate(FRAME, budget) ?? []), ...planned.flatMap(({ estimates }) => estimates), ...removals]);
  const total = sum(all);
  const writes = sum(all.filter((entry) => entry.writes));
  const pace =
    requestsPerSecond === undefined ? '' : ` At ${requestsPerSecond} a second that takes ${Math.ceil(total / requestsPerSecond)} s.`;
  const lines = [
    'Nothing was sent.',
    '',
    `A run would judge ${rules.length} rules (profile ${profile}, budget ${budget}) with at most about ${total} requests, ${writes} of them writes.${pace}`,
    'This is the number of requests to the reference service. The run sends fewer if this target lacks or refuses something,',
    'and repeats requests that are answered 429. Requests that the target should refuse count as writes too.',
    '',
    ...creationLines(target, planned),
    ...(looksForDelivery(rules)
      ? ['Before that it waits for one delivery, for which it creates and removes one more webhook and contact.']
      : []),
    ...(target.controls.clock ? [`It moves the target's clock on by days, through ${target.controls.clock}.`] : []),
    'It also sends wrong passwords and keys. The target may slow this user down for a while.',
    '',
    'By operation:',
    ...all.map(
      (entry) => `  ${entry.writes ? 'write' : 'read '} ${String(entry.requests).padStart(6)}  ${describe(target, entry.operation)}`,
    ),
    '',
    'By rule, without the removal at the end:',
    ...planned.map(({ rule, estimates }) => `  ${rule.padEnd(8)} ${ofRule(estimates)}`),
    ...(uncounted.length === 0 ? [] : ['', `Not measured, and not in the sums above: ${uncounted.join(' ')}`]),
    '',
  ];
  return withoutUserInfo(lines.join('\n'));
}

/** Says what a run would send to a receiver, and sends nothing. */
export function receiverPlan({ effects, url }: ReceiverTarget, { rules, profile = 'stated', budget = 'standard' }: PlanOptions): string {
  const judged = judgedRules(selectRules(rules, 'receiver'), profile, receiverChecks);
  const shown = effects && ('url' in effects ? effects.url : `'${effects.command}'`);
  const lines = [
    'Nothing was sent.',
    '',
    `A run would judge ${judged.length} rules (profile ${profile}, budget ${budget}) with valid and invalid deliveries to ${url}:`,
    'tens of them for each rule at the quick budget, hundreds at the standard one, thousands at the thorough one.',
    'Each event has its own EventGuid. The receiver really processes the valid ones, so judge one that may do that.',
    ...(shown === undefined ? [] : [`It reads which events were processed from ${shown}.`]),
    ...listed(judged),
  ];
  return withoutUserInfo(lines.join('\n'));
}

/** Says what a run would start, and starts nothing. */
export function clientPlan({ client }: ClientTarget, { rules, profile = 'stated', budget = 'standard' }: PlanOptions): string {
  const judged = judgedRules(selectRules(rules, 'client'), profile, clientChecks);
  const command = typeof client === 'function' ? client.name : client.join(' ');
  return [
    'Nothing was started.',
    '',
    `A run would judge ${judged.length} rules (profile ${profile}, budget ${budget}). It would start '${command}' many times against a made-up`,
    'service on loopback: about ten times for each rule at the quick budget, twenty times at the standard one, and a hundred times',
    `at the thorough one. The scenarios are ${clientScenarios.join(', ')}.`,
    'The suite calls nothing else: no service of yours, no network.',
    ...listed(judged),
  ].join('\n');
}

function listed(rules: readonly Rule[]): readonly string[] {
  return ['', ...rules.map(({ id, statement }) => `  ${id}  ${statement}`), ''];
}

function plan(target: Target, rule: string, budget: Budget): Planned | undefined {
  const estimates = estimate(rule, budget)?.filter(({ operation }) => isThere(target, operation));
  const creations = kinds.map((kind): [Kind, number] => [
    kind,
    isThere(target, `POST ${kind.create}`) ? creationsOf(rule, kind, budget) : 0,
  ]);
  return estimates && { rule, estimates, creations: new Map(creations) };
}

function removal(kind: Kind, planned: readonly Planned[]): Estimate {
  const requests = planned.reduce((total, { creations }) => total + (creations.get(kind) ?? 0), 0);
  return { operation: `${operations[kind.remove].method} ${kind.remove}`, requests, writes: true };
}

function creationLines(target: Target, planned: readonly Planned[]): readonly string[] {
  const made = kinds.map((kind) => ({ kind, count: removal(kind, planned).requests })).filter(({ count }) => count > 0);
  if (made.length === 0) return ['It creates nothing.'];
  const counts = made.map(({ kind, count }) => `${count} ${kind.plural}`).join(', ');
  const kept = made.filter(({ kind }) => !isThere(target, `DELETE ${kind.remove}`)).map(({ kind }) => kind.plural);
  const stays = kept.length === 0 ? '' : ` The target cannot delete ${kept.join(' or ')}: they stay.`;
  return [
    `It creates about ${counts}, named conformance-…, in company ${target.companies.map(({ id }) => id).join(' and ')}; webhooks deliver to ${target.receiver.publicUrl}.`,
    `It removes them again, and removes webhooks as soon as their rule is judged. It names what it cannot remove: an issued document may stay for good.${stays}`,
  ];
}

function ofRule(estimates: readonly Estimate[]): string {
  const by = estimates.filter(({ requests }) => requests > 0).map(({ operation, requests }) => `${operation.split(' ')[1]} ${requests}`);
  return `${String(sum(estimates)).padStart(5)} requests: ${by.join(', ') || 'none'}`;
}

function added(estimates: readonly Estimate[]): readonly Estimate[] {
  const groups = Map.groupBy(estimates, ({ operation }) => operation);
  const sums = [...groups].flatMap(([, [first, ...others]]) => (first ? [{ ...first, requests: sum([first, ...others]) }] : []));
  return sums.filter(({ requests }) => requests > 0).sort((left, right) => order(left) - order(right));
}

/** The order of the contract's operations, with everything else last. */
function order({ operation }: Estimate): number {
  const at = Object.keys(operations).indexOf(operation.split(' ')[1] ?? '');
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

function sum(estimates: readonly Estimate[]): number {
  return estimates.reduce((total, { requests }) => total + requests, 0);
}

/** The operation, with its method and address at this target. */
function describe(target: Target, operation: string): string {
  const [method = '', id = ''] = operation.split(' ');
  const address = addressOf(target, id);
  return address === undefined ? `${method} paths and methods that the contract does not have` : `${id}: ${method} ${address}`;
}

function isThere(target: Target, operation: string): boolean {
  try {
    addressOf(target, operation.split(' ')[1] ?? '');
    return true;
  } catch (error) {
    if (error instanceof Skip) return false;
    throw error;
  }
}

/** Undefined if this is not an operation. @throws Skip for an operation that the target does not have. */
function addressOf(target: Target, id: string): string | undefined {
  if (!Object.hasOwn(operations, id)) return undefined;
  const call =
    id === 'authenticate'
      ? authenticateCall(target)
      : new RequestBuilder(target, '').call(id as OperationId, { id: '{id}', company: { id: '{companyId}', licenseKey: '' } });
  return decodeURI(call.url);
}
