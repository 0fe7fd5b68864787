import type { OperationId } from '../src/generated/operations.ts';
import type { FaultContext, Mutant } from './mutant.ts';
import { withHeader } from './peer/message.ts';
import { companyOf, withCompany } from './peer/operation-of.ts';

const licenseKeyHeader = 'X-Service-LicenseKey';

/** A fault that looks in another company for what it does not find. @param seeks whether it does so in this company */
function foundElsewhere(operation: OperationId, seeks: (company: string, context: FaultContext) => boolean = () => true): Mutant['fault'] {
  return (context) => async (request, forward) => {
    const answer = await forward(request);
    const company = companyOf(request.path) ?? '';
    const { companies } = context.target;
    const other = companies.find(({ id }) => id !== company);
    const isOwn = companies.some(({ id }) => id === company);
    if (request.operation !== operation || answer.status !== 404 || !isOwn || other === undefined || !seeks(company, context))
      return answer;
    return await forward(withHeader({ ...request, path: withCompany(request.path, other.id) }, licenseKeyHeader, other.licenseKey));
  };
}

const inSecond = (company: string, { target }: FaultContext): boolean => company === target.companies[1]?.id;

/** A fault that takes some identifiers for that of a company. */
function takenFor(company: (id: bigint) => bigint): Mutant['fault'] {
  return () => async (request, forward) => {
    const id = companyOf(request.path);
    return await forward(id === undefined ? request : { ...request, path: withCompany(request.path, String(company(BigInt(id)))) });
  };
}

/** Services that keep companies apart for some operations, in some of them, or by some of their identifier. */
export const compIsolationMutants: readonly Mutant[] = [
  { id: 'COMP-03-issues-across-companies', mustBreak: ['COMP-03'], fault: foundElsewhere('emitDocumento') },
  { id: 'COMP-03-exports-across-companies', mustBreak: ['COMP-03'], fault: foundElsewhere('exportFatturaElettronicaXml') },
  { id: 'COMP-03-deletes-documents-across-companies', mustBreak: ['COMP-03'], fault: foundElsewhere('deleteDocumento') },
  { id: 'COMP-03-second-company-issues-for-the-first', mustBreak: ['COMP-03'], fault: foundElsewhere('emitDocumento', inSecond) },
  { id: 'COMP-03-second-company-reads-the-first', mustBreak: ['COMP-03'], fault: foundElsewhere('getAnagrafica', inSecond) },
  { id: 'COMP-03-second-company-changes-the-first', mustBreak: ['COMP-03'], fault: foundElsewhere('updateAnagrafica', inSecond) },
  {
    id: 'COMP-06-letters-lost-in-the-second-company',
    mustBreak: ['COMP-06', 'EVT-03'],
    fault: (context) => async (request, forward) =>
      await forward(
        request.operation === 'createAnagrafica' && inSecond(companyOf(request.path) ?? '', context)
          ? { ...request, body: request.body.replaceAll(/[^\x20-\xff]/g, '?') }
          : request,
      ),
  },
  { id: 'COMP-07-company-zero-is-the-first', mustBreak: ['COMP-07'], fault: takenFor((id) => (id === 0n ? 1n : id)) },
  {
    id: 'COMP-07-second-company-by-its-lower-bits',
    mustBreak: ['COMP-07'],
    fault: takenFor((id) => (id % 2n ** 32n === 2n ? 2n : id)),
  },
];
