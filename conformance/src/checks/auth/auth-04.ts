import fc from 'fast-check';
import { probes } from '../../probe/probe.ts';
import { type Alteration, judgeRefusals } from '../../probe/refusal.ts';
import { wrongSecret } from '../../probe/wrong-secret.ts';
import { type Check, check } from '../../run/check.ts';
import { withHeader, withoutHeader } from '../../wire/call.ts';

/** AUTH-04: no token, a malformed or an unknown one answers 401. */
export const auth04: Check = check('AUTH-04', async (trial) => {
  const { token } = await trial.api();
  const alterations = fc.oneof(
    fc.constant<Alteration>({ what: 'no token', apply: (call) => withoutHeader(call, 'Authorization') }),
    wrongSecret(token).map((wrong) => authorization('an unknown token', `Bearer ${wrong}`)),
    fc.constantFrom(authorization('an empty token', 'Bearer'), authorization('a token under another scheme', `Basic ${token}`)),
  );
  await judgeRefusals(trial, probes(trial, trial.target.companies[0]), { status: 401, alterations, runs: 6 });
});

function authorization(what: string, value: string): Alteration {
  return { what, apply: (call) => withHeader(call, 'Authorization', value) };
}
