import { randomBytes } from 'node:crypto';
import type { ClientTarget } from '../../model/client-context.ts';
import type { RunOptions } from '../../model/run-options.ts';
import type { Company } from '../../model/target.ts';
import { type JudgingRun, judgingRun } from '../judging-run.ts';
import type { Secret } from '../secret.ts';

/** The values that the suite makes up for one run, and that no report shows. */
interface MadeUp {
  readonly apiKey: string;
  readonly password: string;
  /** Every token that was issued. A client may keep one for its next execution. */
  readonly tokens: Set<string>;
  /** The company of every license key that was issued. */
  readonly licenseKeys: Map<string, string>;
}

/** What the checks of one run of a client share. */
export interface ClientRun extends JudgingRun, MadeUp {
  readonly target: ClientTarget;
  readonly applicationId: string;
  readonly companies: readonly [Company, Company];
  /** The control runs, in which nothing goes wrong, by scenario. */
  readonly controls: Map<string, Promise<void>>;
}

/** Each execution starts a process. On most machines more of them at once would only wait for each other. */
const DEFAULT_WORKERS = 4;

/** Builds what the checks of one run share. @param failed ends the run, like the caller's own signal */
export function createClientRun(target: ClientTarget, options: RunOptions, failed: AbortSignal): ClientRun {
  const own = randomBytes(4).toString('hex');
  const made = {
    apiKey: `api-${randomBytes(9).toString('hex')}`,
    password: `pw-${randomBytes(9).toString('base64')}`,
    tokens: new Set<string>(),
    licenseKeys: new Map<string, string>(),
  };
  return {
    ...judgingRun(options, { runName: `conformance-${own}`, workers: DEFAULT_WORKERS, failed, secrets: clientSecrets(made) }),
    target,
    ...made,
    applicationId: `conformance-client-${own}`,
    companies: [company('11'), company('12')],
    controls: new Map(),
  };
}

function company(id: string): Company {
  return { id, licenseKey: `license-${id}-${randomBytes(9).toString('hex')}` };
}

/** The placeholder of each value, so that reports say which one a client sent. */
export function clientSecrets({ apiKey, password, licenseKeys, tokens }: MadeUp): readonly Secret[] {
  return [
    { value: apiKey, placeholder: '<API_KEY>' },
    { value: password, placeholder: '<PASSWORD>' },
    ...[...licenseKeys].map(([value, id]) => ({ value, placeholder: `<LICENSE_KEY of company ${id}>` })),
    ...[...tokens].map((value, index) => ({ value, placeholder: `<ACCESS_TOKEN ${index + 1}>` })),
  ];
}
