import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import type { Trial } from '../../engine/trial.ts';
import { type Answer, header, json } from '../../http/answer.ts';
import { type Call, withHeader, withoutHeader } from '../../http/call.ts';
import { LostAnswer } from '../../http/driver.ts';
import { memberOf } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';

interface Refused {
  readonly what: string;
  /** Undefined where another rule says which. */
  readonly status?: number;
  readonly apply: (call: Call) => Call;
}

/** Larger than any contact: 20 MiB. */
const oversized = 20 * 1024 * 1024;

/** ERR-02: errors are problem documents with a code; a malformed body is 400, another content type 415, an oversized one 413. */
export const err02: Check = check('ERR-02', async (trial) => {
  const api = await trial.api();
  const names = headerNames(trial.target.service.headerWord);
  const creation = (): Call => api.call('createAnagrafica', { body: contactBody(trial, trial.fresh()) });
  // The control: as it should be, it is accepted.
  await trial.prepare(creation());
  const cases: readonly Refused[] = [
    { what: 'half a body', status: 400, apply: (call) => ({ ...call, body: '{"nome":' }) },
    { what: 'a list for a body', status: 400, apply: (call) => ({ ...call, body: '[]' }) },
    { what: 'another content type', status: 415, apply: (call) => withHeader(call, 'Content-Type', 'text/plain') },
    { what: 'no token', apply: (call) => withoutHeader(call, 'Authorization') },
    { what: 'a wrong token', apply: (call) => withHeader(call, 'Authorization', `Bearer ${api.token}x1y2`) },
    { what: 'no API key', apply: (call) => withoutHeader(call, names.apiKey) },
    { what: 'a wrong license key', apply: (call) => withHeader(call, names.licenseKey, 'wrong-license-key') },
  ];
  await trial.forAll(fc.shuffledSubarray([...cases], { minLength: cases.length }), 1, async (order) => {
    for (const { what, status, apply } of order)
      judgeProblem(trial, what, status, await trial.sendJudged(apply(creation()), expectedOf(status)));
  });
  await judgeOversized(trial, { ...creation(), body: `{"nome":"${'x'.repeat(oversized)}"}` });
});

/** A service may stop reading and close the connection instead. */
async function judgeOversized(trial: Trial, call: Call): Promise<void> {
  try {
    judgeProblem(trial, 'a body of 20 MiB', 413, await trial.send(call));
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    trial.lostOnReuse = false;
  }
}

function expectedOf(status: number | undefined): string {
  return status === undefined ? 'a refusal' : String(status);
}

function judgeProblem(trial: Trial, what: string, status: number | undefined, answer: Answer): void {
  const type = header(answer, 'Content-Type') ?? '';
  const code = memberOf(json(answer), 'code');
  const refused = status === undefined ? answer.status >= 400 : answer.status === status;
  trial.judge(refused, { message: `${what} must be refused.`, expected: expectedOf(status), actual: String(answer.status) });
  trial.judge(/^application\/problem\+json\b/i.test(type) && typeof code === 'string' && code !== '', {
    message: `The refusal of ${what} must be a problem document with a code.`,
    expected: 'application/problem+json with a member "code"',
    actual: `${type || 'no content type'}: ${answer.body.slice(0, 200)}`,
  });
  const { credentials, companies } = trial.target;
  const secrets = [
    credentials.password,
    credentials.apiKey,
    ...companies.map(({ licenseKey }) => licenseKey),
    ...trial.bench.session.tokens,
  ];
  const shown = secrets.some((secret) => secret.length >= 6 && answer.body.includes(secret));
  trial.judge(!shown, { message: `The refusal of ${what} must show no secret.`, expected: 'no secret', actual: 'a secret of the request' });
}
