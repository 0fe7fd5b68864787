import { operations } from '../../generated/operations.ts';
import { effects, type Resource, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, parseJson, writeJson } from '../../model/json.ts';
import { oncePerRun } from '../once-per-run.ts';
import {
  needlessBodies,
  type SpoiledCall,
  spoiledBodies,
  spoiledCompanies,
  spoiledIds,
  spoiledQueries,
  spoiledWholes,
} from '../values/spoiled-calls.ts';
import { prepared, preparedOperations } from './prepared-operation.ts';

/** One operation, with a request for each way to malform a part of it. */
interface SpoiledOperation {
  readonly operation: string;
  readonly usual: Call;
  readonly spoiled: readonly SpoiledCall[];
}

/** One operation with the answers to its spoiled calls. An answer is undefined if the connection was closed instead. */
export interface AnsweredOperation extends Omit<SpoiledOperation, 'spoiled'> {
  readonly answers: readonly (SpoiledCall & { readonly answer: Answer | undefined })[];
}

/** Sends all spoiled calls once in a run, for every rule that judges the answers. */
export const answeredOperations: (context: CheckContext) => Promise<readonly AnsweredOperation[]> = oncePerRun(async (context) => {
  const answered: AnsweredOperation[] = [];
  for (const { spoiled, ...operation } of await spoiledOperations(context)) {
    const answers = [];
    for (const one of spoiled) answers.push({ ...one, answer: await context.sendOrLose({ ...one.call, isOdd: true }) });
    answered.push({ ...operation, answers });
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
      spoiled: context.some([...spoiledWholes(authenticate, context.run.runName), ...spoiledBodies(authenticate)]),
    },
  ];
  for (const { operation, prepare, prepareRefused } of context.some(preparedOperations(context, context.target.companies[0]))) {
    const usual = await prepared(prepareRefused);
    if (usual === undefined) {
      context.leaveUnjudged(`${operation}: its request cannot be prepared`);
      continue;
    }
    const { kind, resource } = effects[operation] ?? {};
    const queries = kind === 'list' ? spoiledQueries(usual) : [];
    const whole = resource === undefined ? usual : withEveryMember(usual, resources[resource].example);
    const { company } = operations[operation];
    const paths = [...spoiledIds(usual), ...(company ? spoiledCompanies(usual, context.target.companies[0]) : [])];
    const bodies = [
      ...spoiledWholes(usual, context.run.runName),
      ...spoiledBodies(whole),
      ...(await withNeedlessBodies(context, usual, prepare)),
    ];
    found.push({ operation, usual, spoiled: context.some([...queries, ...paths, ...bodies]) });
  }
  return found;
}

/** Each DELETE has an object of its own, since the first may succeed. */
async function withNeedlessBodies(context: CheckContext, usual: Call, prepare: () => Promise<Call>): Promise<readonly SpoiledCall[]> {
  if (usual.method !== 'DELETE') return needlessBodies(usual);
  if (context.isQuick) return [];
  const spoiled: SpoiledCall[] = [];
  for (const [at] of needlessBodies(usual).entries()) {
    const another = await prepared(prepare);
    spoiled.push(...(another === undefined ? [] : needlessBodies(another).slice(at, at + 1)));
  }
  return spoiled;
}

/** Adds the members of the contract's example that the body lacks. */
function withEveryMember(call: Call, example: Resource['example']): Call {
  const body = call.body === undefined ? undefined : parseJson(call.body);
  if (!isObject(body) || example === undefined) return call;
  return { ...call, body: writeJson({ ...example, ...body }) };
}
