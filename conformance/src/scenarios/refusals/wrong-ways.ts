import { headerNames } from '../../api/header-names.ts';
import { resources } from '../../generated/resources.ts';
import { withHeader, withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { identifier } from '../../model/json.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import { withReference } from '../operations/references.ts';

/** No target has an object under it. */
const ABSENT = identifier('1999999973');

/** A call in ways in which it must be refused. What holds the wrong value comes last: a service looks at it after all else. */
export function* wrongWays(context: CheckContext, { effect }: OperationCase, call: Call): Generator<Call> {
  const names = headerNames(context.target.service.headerWord);
  yield withoutHeader(call, 'Authorization');
  yield withHeader(call, names.licenseKey, 'wrong');
  if (call.body === undefined) return;
  yield { ...call, body: call.body.slice(0, -1) };
  for (const { path } of resources[effect.resource].references) {
    const wrong = withReference(call, path, ABSENT);
    if (wrong !== undefined) yield wrong;
  }
}
