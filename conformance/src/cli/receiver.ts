import { runReceiverConformance } from '../suite/run-receiver-conformance.ts';
import { parseArguments } from './argument.ts';
import { commandAgain } from './command-again.ts';
import { commonHelp } from './common-help.ts';
import { commonFlags, parseCommonOptions } from './common-options.ts';
import { describedIn } from './described-in.ts';
import { judgeAndReport } from './judge-and-report.ts';
import { DEFAULT_RECEIVER_FILE, readReceiverTarget, receiverFlags, receiverFlagsHelp } from './receiver-options.ts';
import { receiverPlan } from './receiver-plan.ts';
import type { Streams } from './streams.ts';

const help = `Judges a receiver of webhooks at a URL, in any language. It sends deliveries, right and wrong, and reads the answers.
2xx counts as accepted, and anything else as refused.

Usage: business-cloud-conformance receiver --target URL --secret SECRET [options]

${receiverFlagsHelp}
${commonHelp('receiver')}

Exit status: 0 the receiver conforms, 1 it does not, 2 the run could not tell (configuration, unreachable receiver, nothing applicable).
Ctrl-C stops the run.

Examples:
  business-cloud-conformance receiver --target http://127.0.0.1:8080/webhook --secret whsec_1234
  business-cloud-conformance receiver --target https://localhost:8443/hook --ca-file ca.pem --secret "$SECRET" --effects http://127.0.0.1:8081/effects
  business-cloud-conformance receiver --config receiver.yaml --rule 'RCV-0*' --budget quick --reporter html=report.html
`;

/** `business-cloud-conformance receiver`: judges, reports, answers the exit status. @throws UsageError, ConfigurationError */
export async function receiverCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { values } = parseArguments('receiver', args, { ...receiverFlags, ...commonFlags }, false);
  if (values.help) {
    streams.out.write(help);
    return 0;
  }
  const options = parseCommonOptions(values, 'receiver');
  const target = readReceiverTarget(values);
  if (options.plan) {
    streams.out.write(receiverPlan(target, options));
    return 0;
  }
  const command = commandAgain('receiver', args, options);
  const own = { command, ...describedIn(values.config ?? DEFAULT_RECEIVER_FILE, 'target') };
  return await judgeAndReport((how) => runReceiverConformance(target, { ...how, ...own }), options, streams);
}
