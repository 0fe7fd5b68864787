import { randomBytes, randomInt } from 'node:crypto';
import type { ClientContext, ClientTarget } from '../../model/client-context.ts';
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
  /** Every token that was issued. A client may keep one for its next execution. */
  readonly tokens: Set<string>;
  /** The company of every license key that was issued. */
  readonly licenseKeys: Map<string, string>;
  /** The control runs, in which nothing goes wrong, by scenario. */
  readonly controls: Map<string, Promise<void>>;
}

/** Each execution starts a process. On most machines more of them at once would only wait for each other. */
const DEFAULT_WORKERS = 4;

/** Builds what the checks of one run share. @param failed ends the run, like the caller's own signal */
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

/** The placeholder of each value, so that reports say which one a client sent. The suite made up all values for this run. */
export function clientSecrets({ apiKey, password, licenseKeys, tokens }: ClientRun): readonly Secret[] {
  return [
    { value: apiKey, placeholder: '<API_KEY>' },
    { value: password, placeholder: '<PASSWORD>' },
    ...[...licenseKeys].map(([value, id]) => ({ value, placeholder: `<LICENSE_KEY of company ${id}>` })),
    ...[...tokens].map((value, index) => ({ value, placeholder: `<ACCESS_TOKEN ${index + 1}>` })),
  ];
}
