import { objectOf } from '../../api/identity.ts';
import { operations } from '../../generated/operations.ts';
import { type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, memberOf, parseJson, writeJson } from '../../model/json.ts';
import { asItIs } from '../idempotency/use.ts';
import { oncePerRun } from '../once-per-run.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import type { Thing } from '../operations/thing.ts';
import { unlessRefused, whereItCan } from '../unless-refused.ts';
import {
  lesserBodies,
  needlessBody,
  type SpoiledCall,
  spoiledBodies,
  spoiledCompanies,
  spoiledIds,
  spoiledQueries,
  spoiledWholes,
} from '../values/spoiled-calls.ts';
import { ownOperations } from './prepared-operation.ts';

/** One operation, with a request for each way to malform a part of it. */
interface SpoiledOperation {
  readonly operation: string;
  readonly usual: Call;
  readonly spoiled: readonly SpoiledCall[];
  /** The same calls for the object as it is after a success with this answer. Absent if no success changes what the others need. */
  readonly renew?: (answer: Answer) => Promise<readonly SpoiledCall[]>;
}

/** One operation with the answers to its spoiled calls. An answer is undefined if the connection was closed instead. */
export interface AnsweredOperation extends Pick<SpoiledOperation, 'operation' | 'usual'> {
  readonly answers: readonly (SpoiledCall & { readonly answer: Answer | undefined })[];
}

/** Sends all spoiled calls once in a run, for every rule that judges the answers. */
export const answeredOperations: (context: CheckContext) => Promise<readonly AnsweredOperation[]> = oncePerRun(async (context) => {
  const answered: AnsweredOperation[] = [];
  for (const { operation, usual, spoiled, renew } of await spoiledOperations(context)) {
    const answers = [];
    let present = spoiled;
    for (const at of spoiled.keys()) {
      const one = present[at];
      if (one === undefined) continue;
      const answer = await context.sendOrLose({ ...one.call, isOdd: true });
      answers.push({ ...one, answer });
      if (renew !== undefined && answer !== undefined && isSuccess(answer)) present = (await unlessRefused(renew(answer))) ?? present;
    }
    answered.push({ operation, usual, answers });
  }
  return answered;
}, 'a lost answer');

/** Every operation that can be prepared, authenticate too, with its spoiled calls: all of them at the standard budget. */
async function spoiledOperations(context: CheckContext): Promise<readonly SpoiledOperation[]> {
  const authenticate = context.run.session.authenticateCall();
  const found: SpoiledOperation[] = [
    {
      operation: 'authenticate',
      usual: authenticate,
      spoiled: context.some([...spoiledWholes(authenticate, context.run.runName, 0), ...spoiledBodies(authenticate, 0)]),
    },
  ];
  const [company] = context.target.companies;
  const cases = operationCases(context, company);
  const candidates = ownOperations(context, company);
  for (const candidate of context.some(candidates)) {
    const { operation } = candidate;
    const one = cases.find((other) => other.operation === operation);
    const usual = await whereItCan(candidate.prepareRefused);
    if (one === undefined || usual === undefined) {
      context.leaveUnjudged(`${operation}: its request cannot be prepared`);
      continue;
    }
    const spoiled = (call: Call): readonly SpoiledCall[] => spoiledCalls(context, one, call, candidates.indexOf(candidate));
    const object = one.effect.kind === 'update' && !context.isQuick ? await context.part(operation, one.findObject) : undefined;
    if (object !== undefined) {
      const now = async (answer?: Answer): Promise<readonly SpoiledCall[]> => {
        const shown = answer && shownIn(answer, object);
        return spoiled((await one.callFor(shown === undefined ? await asItIs(context, object) : { ...object, shown })).call);
      };
      found.push({ operation, usual, spoiled: await now(), renew: now });
    } else {
      const needless = await withNeedlessBody(context, usual, candidate.prepare, candidates.indexOf(candidate));
      found.push({ operation, usual, spoiled: context.some([...spoiled(usual), ...needless]) });
    }
  }
  return found;
}

/** @param turn which operation it is: some values go round */
function spoiledCalls(context: CheckContext, { operation, effect }: OperationCase, usual: Call, turn: number): readonly SpoiledCall[] {
  const whole = withEveryMember(usual, resources[effect.resource].example);
  return [
    ...(effect.kind === 'list' ? spoiledQueries(usual, turn) : []),
    ...spoiledIds(usual, turn),
    ...(operations[operation].company ? spoiledCompanies(usual, context.target.companies[0], turn) : []),
    ...spoiledWholes(usual, context.run.runName, turn),
    ...(effect.kind === 'update' ? lesserBodies(whole) : []),
    ...spoiledBodies(whole, turn, effect.kind === 'update' ? 1 : 0),
  ];
}

/** A DELETE has an object of its own, since it may succeed. */
async function withNeedlessBody(
  context: CheckContext,
  usual: Call,
  prepare: () => Promise<Call>,
  turn: number,
): Promise<readonly SpoiledCall[]> {
  if (usual.method === 'GET') return [needlessBody(usual, turn)];
  const another = usual.method === 'DELETE' && !context.isQuick ? await whereItCan(prepare) : undefined;
  return another === undefined ? [] : [needlessBody(another, turn)];
}

/** The object in the answer to a change of it. Undefined if the answer does not show the new token. */
function shownIn(answer: Answer, { resource: { token = '' } }: Thing): Json | undefined {
  const told = objectOf(answer, token);
  return memberOf(told, token) === undefined ? undefined : told;
}

/** Adds the members of the contract's example that the body lacks. */
function withEveryMember(call: Call, example: Resource['example']): Call {
  const body = call.body === undefined ? undefined : parseJson(call.body);
  if (!isObject(body) || example === undefined) return call;
  return { ...call, body: writeJson({ ...example, ...body }) };
}
