import type { OperationId } from '../../src/generated/operations.ts';
import type { FaultContext, NewFault } from '../mutant.ts';
import { type Call, withHeader } from '../peer/message.ts';
import { companyOf, withCompany } from '../peer/operation-of.ts';
import { LICENSE_KEY_HEADER } from './headers.ts';

/** Whether a request concerns the user's second company. */
export function inSecond({ path }: Pick<Call, 'path'>, { target }: FaultContext): boolean {
  return companyOf(path) === target.companies[1]?.id;
}

/** The same request in the user's other company. Undefined for a company of another user. */
export function elsewhere<T extends Call>(request: T, { target: { companies } }: FaultContext): T | undefined {
  const own = companyOf(request.path);
  const other = companies.find(({ id }) => id !== own);
  if (other === undefined || !companies.some(({ id }) => id === own)) return undefined;
  return withHeader({ ...request, path: withCompany(request.path, other.id) }, LICENSE_KEY_HEADER, other.licenseKey);
}

/** A fault that looks for missing objects in another company. @param seeks whether it does so in the company of the request */
export function foundElsewhere(operation: OperationId, seeks: (request: Call, context: FaultContext) => boolean = () => true): NewFault {
  return (context) => async (request, forward) => {
    const answer = await forward(request);
    const other = elsewhere(request, context);
    const isSought = request.operation === operation && answer.status === 404 && seeks(request, context);
    return isSought && other !== undefined ? await forward(other) : answer;
  };
}
