import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { VERSION } from '../../generated/api-version.ts';
import { type Check, clientCheck } from '../../model/check.ts';
import type { ClientContext, Execution, SeenRequest } from '../../model/client-context.ts';
import { isObject, jsonIn } from '../../model/json.ts';
import { Skip } from '../../model/verdict.ts';
import { isLogin, judgeHeaders, valuesOf } from '../../scenarios/clients/requests.ts';

/** Who logs in, and where. */
interface Login {
  readonly userName: string;
  readonly password: string;
  readonly adminPath: string;
}

/** A text that a person may have as a name or password: no control characters, since an environment variable has to hold it. */
const anyText = fc.string({
  unit: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...'abcXYZ019 .-_@') },
    { weight: 1, arbitrary: fc.constantFrom(...'"\\/\'&=+%#{}<>:,$`!?;', 'à', 'ß', '€', '漢', '😀') },
  ),
  minLength: 1,
  maxLength: 40,
});

const anyLogin = fc.record({ userName: anyText, password: anyText, adminPath: fc.constantFrom('', '/admin', '/it/admin-api') });

const examples: readonly Login[] = [
  { userName: 'demo', password: 'segreto', adminPath: '' },
  { userName: 'mario.rossi+test@example.com', password: 'a"b\\c/d', adminPath: '/admin' },
  { userName: 'José Müller', password: 'pä€s 漢😀 wörd&=%20+', adminPath: '' },
];

/** CLI-01: the client authenticates with the two headers, as application/json, with UserName and Password unchanged. */
export const cli01: Check<ClientContext> = clientCheck('CLI-01', { isolation: 'shared', weight: 2 }, async (context) => {
  for (const login of examples) await judgeLogin(context, login);
  await context.forAll(anyLogin, 10, (login) => judgeLogin(context, login));
  if (context.judgements === 0)
    throw new Skip('the client keeps a token between its executions and never authenticates', 'no authentication');
});

async function judgeLogin(context: ClientContext, login: Login): Promise<void> {
  const execution = await context.execute({ scenario: 'get-articolo', ...login });
  const logins = execution.requests.filter(isLogin);
  const usesKeptToken = execution.requests.some(({ token }) => token !== undefined && context.isIssued(token));
  if (logins.length === 0 && usesKeptToken) return;
  context.judgeExecution(execution, logins.length > 0, {
    message: 'The client must authenticate at CONFORMANCE_ADMIN_URL, including its path.',
    expected: `POST ${login.adminPath}/api/${VERSION}/authenticate`,
    actual: execution.requests.map(({ method, path }) => `${method} ${path}`).join(', ') || 'no request',
  });
  for (const request of logins) judgeRequest(context, execution, request);
}

function judgeRequest(context: ClientContext, execution: Execution, request: SeenRequest): void {
  const names = headerNames(context.target.headerWord);
  judgeHeaders(context, execution, request, [
    [names.apiKey, [context.apiKey]],
    [names.applicationId, [context.applicationId]],
  ]);
  const type = valuesOf(request, 'Content-Type').join(', ');
  context.judgeExecution(execution, /^application\/json *(;|$)/i.test(type), {
    message: 'The authenticate request must declare its body as JSON.',
    expected: 'Content-Type: application/json',
    actual: type || 'no Content-Type',
  });
  const body = jsonIn(request.body);
  const { userName, password } = execution.settings;
  for (const [member, value] of [
    ['UserName', userName],
    ['Password', password],
  ] as const) {
    const sent = isObject(body) ? body[member] : undefined;
    context.judgeExecution(execution, sent === value, {
      message: `The body of authenticate must be a JSON object with ${member} unchanged.`,
      expected: `${member} of ${value.length} characters`,
      actual: typeof sent === 'string' ? differenceOf(sent, value) : isObject(body) ? `no ${member} that is a text` : 'no JSON object',
    });
  }
}

/** Where a text differs from the given one. The text itself is left out, since it may be a password. */
function differenceOf(sent: string, given: string): string {
  const at = [...given].findIndex((character, index) => [...sent][index] !== character);
  return at < 0 ? `${sent.length} characters` : `a difference from character ${at + 1}, which was ${[...given][at]}`;
}
