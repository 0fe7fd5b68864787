import { probes } from '../../probe/probe.ts';
import { type Alteration, judgeRefusals } from '../../probe/refusal.ts';
import { wrongSecret } from '../../probe/wrong-secret.ts';
import { type Check, check } from '../../run/check.ts';
import { headerNames } from '../../target/header-names.ts';
import { withHeader } from '../../wire/call.ts';

/** HDR-02: a valid token with an invalid API key answers 403. */
export const hdr02: Check = check('HDR-02', async (trial) => {
  const { apiKey } = headerNames(trial.target.service.headerWord);
  const alterations = wrongSecret(trial.target.credentials.apiKey).map(
    (value): Alteration => ({ what: 'an invalid API key', apply: (call) => withHeader(call, apiKey, value) }),
  );
  await judgeRefusals(trial, probes(trial, trial.target.companies[0]), { status: 403, alterations, runs: 4 });
});
