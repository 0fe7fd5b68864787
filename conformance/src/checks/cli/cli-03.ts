import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { type Check, clientCheck } from '../../model/check.ts';
import { type Assignment, type ClientContext, clientScenarios, type Execution, type SeenRequest } from '../../model/client-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { calls, hasToken, judgeHeaders, laterCalls } from '../../scenarios/clients/requests.ts';

const companyIds = fc.uniqueArray(fc.integer({ min: 1, max: 2_147_483_647 }), { minLength: 2, maxLength: 2 });
const licenseKey = fc.stringMatching(/^[A-Za-z0-9-]{12,40}$/);
const anyCompanies = fc.record({
  scenario: fc.constantFrom(...clientScenarios),
  ids: companyIds,
  keys: fc.uniqueArray(licenseKey, { minLength: 2, maxLength: 2 }),
  customerPath: fc.constantFrom('', '/customer', '/it/api-clienti'),
});

/** CLI-03: every later request carries the three headers, and the license key is that of the company in the path. */
export const cli03: Check<ClientContext> = clientCheck('CLI-03', { isolation: 'shared', weight: 3 }, async (context) => {
  for (const scenario of clientScenarios) await judgeScenario(context, { scenario });
  await context.forAll(anyCompanies, 10, async ({ scenario, ids: [id = 1, other = 2], keys: [key = '', otherKey = ''], customerPath }) => {
    const companies = [
      { id: String(id), licenseKey: key },
      { id: String(other), licenseKey: otherKey },
    ] as const;
    await judgeScenario(context, { scenario, companies, customerPath });
  });
  if (context.judgements === 0) throw new Inconclusive('the client never has a token: see CLI-01');
});

async function judgeScenario(context: ClientContext, assignment: Assignment): Promise<void> {
  const execution = await context.execute(assignment);
  const isIssued = (token: string): boolean => context.isIssued(token);
  if (!hasToken(execution, isIssued)) return;
  context.judgeExecution(execution, calls(execution).length > 0, {
    message: `The client must call the operations at CONFORMANCE_CUSTOMER_URL, including its path (${execution.scenario}).`,
    expected: `requests to ${execution.settings.customerPath}/api`,
    actual: execution.requests.map(({ method, path }) => `${method} ${path}`).join(', '),
  });
  for (const request of laterCalls(execution, isIssued)) judgeRequest(context, execution, request);
}

function judgeRequest(context: ClientContext, execution: Execution, request: SeenRequest): void {
  const names = headerNames(context.target.headerWord);
  const { companies } = execution.settings;
  const own = companies.filter(({ id }) => request.companyId === undefined || id === request.companyId);
  judgeHeaders(context, execution, request, [
    [names.apiKey, [context.apiKey]],
    [names.applicationId, [context.applicationId]],
    [names.licenseKey, own.map(({ licenseKey: value }) => value)],
  ]);
}
