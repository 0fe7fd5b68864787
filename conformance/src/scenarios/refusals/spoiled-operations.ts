import { effects, type Resource, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { isObject, parseJson, writeJson } from '../../model/json.ts';
import { type SpoiledCall, spoiledBodies, spoiledIds, spoiledQueries } from '../values/spoiled-calls.ts';
import { prepared, preparedOperations } from './prepared-operation.ts';

/** One operation, in every way in which a part of its request can be of a wrong form. */
export interface SpoiledOperation {
  readonly operation: string;
  readonly usual: Call;
  readonly spoiled: readonly SpoiledCall[];
}

/** Every operation that can be prepared, authenticate too, with its spoiled calls: all of them at the standard budget. */
export async function spoiledOperations(context: CheckContext): Promise<readonly SpoiledOperation[]> {
  const authenticate = context.run.session.authenticateCall();
  const found: SpoiledOperation[] = [
    { operation: 'authenticate', usual: authenticate, spoiled: context.some(spoiledBodies(authenticate)) },
  ];
  for (const { operation, prepareRefused } of preparedOperations(context, context.target.companies[0])) {
    const usual = await prepared(prepareRefused);
    if (usual === undefined) {
      context.leaveUnjudged(`${operation}: it cannot be prepared`);
      continue;
    }
    const { kind, resource } = effects[operation] ?? {};
    const queries = kind === 'list' ? spoiledQueries(usual) : [];
    const whole = resource === undefined ? usual : withEveryMember(usual, resources[resource].example);
    found.push({ operation, usual, spoiled: context.some([...queries, ...spoiledIds(usual), ...spoiledBodies(whole)]) });
  }
  return found;
}

/** A body with the members of the contract's example that it lacks. */
function withEveryMember(call: Call, example: Resource['example']): Call {
  const body = call.body === undefined ? undefined : parseJson(call.body);
  if (!isObject(body) || example === undefined) return call;
  return { ...call, body: writeJson({ ...example, ...body }) };
}
