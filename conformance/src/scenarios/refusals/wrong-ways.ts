import { headerNames } from '../../api/header-names.ts';
import { resources } from '../../generated/resources.ts';
import { withHeader, withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { identifier } from '../../model/json.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import { withReference } from '../operations/references.ts';

/** An id that no target uses. */
const ABSENT = identifier('1999999973');

/** A call with faults for which it must be refused. A wrong value comes last, since services check values last. */
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
