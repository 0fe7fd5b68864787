import { type Input, textOf, textsOf } from '#command-line';
import { selectRules } from '../engine/select-rules.ts';
import { quoted } from '../model/quoted.ts';
import { settingsFiles } from '../model/settings-files.ts';
import { runClientConformance } from '../suite/run-client-conformance.ts';
import { runConformance } from '../suite/run-conformance.ts';
import { runReceiverConformance } from '../suite/run-receiver-conformance.ts';
import { readClientTarget } from './client-options.ts';
import { clientPlan } from './client-plan.ts';
import { commandAgain } from './command-again.ts';
import { commonOptions } from './common-options.ts';
import { describedIn, programIn } from './described-in.ts';
import { judgeAndReport } from './judge-and-report.ts';
import { judgedRules } from './plan/estimate.ts';
import { planText } from './plan/plan-text.ts';
import { loadPlugins } from './plugins.ts';
import { readReceiverTarget } from './receiver-options.ts';
import { receiverPlan } from './receiver-plan.ts';
import type { Streams } from './streams.ts';
import { readTarget } from './target-options.ts';

/** Judges a service, and writes the reports. @returns the exit status @throws {InputError | ConfigurationError} */
export async function judgeService({ settings }: Input, streams: Streams): Promise<number> {
  // Options come before the file, so that a mistake in them is reported whether or not the file can be read.
  const options = commonOptions(settings, 'service');
  const target = readTarget(settings);
  if (options.plan) {
    const { rules, profile = 'stated', budget = 'standard', requestsPerSecond } = options;
    streams.out.write(planText(target, { rules: judgedRules(selectRules(rules), profile), profile, budget, requestsPerSecond }));
    return 0;
  }
  const own = {
    command: commandAgain('service', settings, options),
    // With --allow inconclusive, a run without deliveries is still worth something.
    deliveryFirst: !options.allowInconclusive,
    ownChecks: await loadPlugins(textsOf(settings, 'plugin')),
    ...describedIn(textOf(settings, 'config') ?? settingsFiles.service, 'service'),
  };
  return await judgeAndReport((how) => runConformance(target, { ...how, ...own }), options, streams);
}

/** Judges a receiver of webhooks. @returns the exit status @throws {InputError | ConfigurationError} */
export async function judgeReceiver({ settings }: Input, streams: Streams): Promise<number> {
  const options = commonOptions(settings, 'receiver');
  const target = readReceiverTarget(settings);
  if (options.plan) {
    streams.out.write(receiverPlan(target, options));
    return 0;
  }
  const command = commandAgain('receiver', settings, options);
  const own = { command, ...describedIn(textOf(settings, 'config') ?? settingsFiles.receiver, 'target') };
  return await judgeAndReport((how) => runReceiverConformance(target, { ...how, ...own }), options, streams);
}

/** Judges a client. @returns the exit status @throws {InputError | ConfigurationError} */
export async function judgeClient({ settings, rest }: Input, streams: Streams): Promise<number> {
  const options = commonOptions(settings, 'client');
  const target = readClientTarget(settings, rest);
  if (options.plan) {
    streams.out.write(clientPlan(target, options));
    return 0;
  }
  const again = commandAgain('client', settings, options);
  const command = rest === undefined ? again : `${again} -- ${rest.map(quoted).join(' ')}`;
  const described = rest === undefined ? describedIn(textOf(settings, 'config') ?? settingsFiles.client, 'client') : programIn(rest);
  return await judgeAndReport((how) => runClientConformance(target, { ...how, command, ...described }), options, streams);
}
