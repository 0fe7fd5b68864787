import { randomBytes, randomInt } from 'node:crypto';
import type { ClientContext } from '../../model/client-context.ts';
import type { ClientTarget } from '../../model/client-target.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { RunOptions } from '../../model/run-options.ts';
import type { Company } from '../../model/target.ts';
import { effortOf, observeRequests } from '../create-run.ts';
import { ExchangeLog } from '../exchange-log.ts';
import type { JudgingRun } from '../judging-run.ts';
import type { Secret } from '../secret.ts';
import { Workers } from '../workers.ts';

/** What the checks of one run of a client share. */
export interface ClientRun extends JudgingRun, Pick<ClientContext, 'apiKey' | 'applicationId'> {
  readonly target: ClientTarget;
  readonly password: string;
  readonly companies: readonly [Company, Company];
  /** Every token that was given out: a client may keep one for its next execution. */
  readonly tokens: Set<string>;
  /** The company of every license key that was given out. */
  readonly licenseKeys: Map<string, string>;
  /** What the client does where nothing goes wrong, by scenario. */
  readonly controls: Map<string, Promise<void>>;
}

/** Each execution is a process that has to start: more at once than this would only wait for each other on most machines. */
const DEFAULT_WORKERS = 4;

/** Puts together what the checks of one run share. @param failed ends the run, as the caller's own signal does */
export function createClientRun(target: ClientTarget, options: RunOptions, failed: AbortSignal): ClientRun {
  const signal = options.signal === undefined ? failed : AbortSignal.any([failed, options.signal]);
  const own = randomBytes(4).toString('hex');
  const run: ClientRun = {
    target,
    apiKey: `api-${randomBytes(9).toString('hex')}`,
    applicationId: `conformance-client-${own}`,
    password: `pw-${randomBytes(9).toString('base64')}`,
    companies: [company('11'), company('12')],
    tokens: new Set(),
    licenseKeys: new Map(),
    controls: new Map(),
    log: new ExchangeLog(options.keepExchanges ?? false),
    runName: `conformance-${own}`,
    seed: options.seed ?? randomInt(0x7fffffff),
    effort: effortOf[options.budget ?? 'standard'],
    workers: new Workers(options.workers ?? DEFAULT_WORKERS),
    signal,
    replay: options.replay,
  };
  const tell = observeRequests(options, clientSecrets(run));
  const observe = (rule: string, exchange: Exchange): void => {
    run.log.note(rule, exchange);
    tell?.(rule, exchange);
  };
  return { ...run, observe };
}

function company(id: string): Company {
  return { id, licenseKey: `license-${id}-${randomBytes(9).toString('hex')}` };
}

/** What stands for each value in reports, so that they say which one a client sent: the suite made them all up for this run. */
export function clientSecrets({ apiKey, password, licenseKeys, tokens }: ClientRun): readonly Secret[] {
  return [
    { value: apiKey, placeholder: '<API_KEY>' },
    { value: password, placeholder: '<PASSWORD>' },
    ...[...licenseKeys].map(([value, id]) => ({ value, placeholder: `<LICENSE_KEY of company ${id}>` })),
    ...[...tokens].map((value, index) => ({ value, placeholder: `<ACCESS_TOKEN ${index + 1}>` })),
  ];
}
