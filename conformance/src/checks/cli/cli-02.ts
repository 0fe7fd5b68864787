import fc from 'fast-check';
import { type Check, clientCheck } from '../../model/check.ts';
import { type Assignment, type ClientContext, clientScenarios } from '../../model/client-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { laterCalls, valuesOf } from '../../scenarios/clients/requests.ts';

/** What the answer to a login may hold besides X-Token. None of it is a token. */
const logins: readonly NonNullable<Assignment['login']>[] = [
  { headerName: 'X-Token', headers: {}, body: '' },
  {
    headerName: 'x-token',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer not-this-one' },
    body: '{"token":"not-this-one","access_token":"not-this-one","Token":"not-this-one"}',
  },
  {
    headerName: 'X-TOKEN',
    headers: { 'Content-Type': 'text/plain', 'X-Auth-Token': 'not-this-one', 'X-Token-Type': 'Bearer' },
    body: 'OK',
  },
];

/** The end of a token, of all characters that a bearer token may have (RFC 6750). */
const anyTokenEnd = fc
  .tuple(fc.stringMatching(/^[A-Za-z0-9._~+/-]{12,60}$/), fc.constantFrom('', '', '=', '=='))
  .map(([text, padding]) => text + padding);

const anyCase = fc.record({ scenario: fc.constantFrom(...clientScenarios), login: fc.constantFrom(...logins), tokenEnd: anyTokenEnd });

/** CLI-02: the token of X-Token is sent as Bearer with every later request. */
export const cli02: Check<ClientContext> = clientCheck('CLI-02', { isolation: 'shared', weight: 3 }, async (context) => {
  for (const [index, scenario] of clientScenarios.entries()) {
    const login = logins[index % logins.length];
    await judgeTokens(context, { scenario, ...(login && { login }), tokenEnd: index === 0 ? `${'x1-Y2_z3~'.repeat(200)}==` : 'kQ9+/w==' });
  }
  await context.forAll(anyCase, 10, (one) => judgeTokens(context, one));
  if (context.judgements === 0) throw new Inconclusive('the client sends nothing once it has a token');
});

async function judgeTokens(context: ClientContext, assignment: Assignment): Promise<void> {
  const execution = await context.execute(assignment);
  for (const request of laterCalls(execution, (token) => context.isIssued(token))) {
    const { token, operation } = request;
    const [sent = 'no Authorization'] = valuesOf(request, 'Authorization');
    context.judgeExecution(execution, token !== undefined && context.isIssued(token), {
      message: `Every request after authenticate must carry the token of X-Token. ${operation} does not (${execution.scenario}).`,
      expected: 'Authorization: Bearer with the token',
      actual: sent === '' ? 'an empty Authorization' : sent,
    });
  }
}
