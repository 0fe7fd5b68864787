import { quoted } from '../model/quoted.ts';
import { runClientConformance } from '../suite/run-client-conformance.ts';
import { parseArguments } from './argument.ts';
import { clientFlags, clientFlagsHelp, DEFAULT_CLIENT_FILE, readClientTarget, splitCommand } from './client-options.ts';
import { clientPlan } from './client-plan.ts';
import { commandAgain } from './command-again.ts';
import { commonHelp } from './common-help.ts';
import { commonFlags, parseCommonOptions } from './common-options.ts';
import { describedIn, programIn } from './described-in.ts';
import { judgeAndReport } from './judge-and-report.ts';
import type { Streams } from './streams.ts';

/** How fast requests come is the client's own matter, and nothing is waited for but the client. */
const { rate: _rate, 'wait-for': _waitFor, 'request-timeout': _requestTimeout, ...flags } = commonFlags;

const ownHelp = commonHelp('client').replaceAll(/^ *--(rate|wait-for|request-timeout) .*\n/gm, '');

const help = `Judges a client of the API, in any language. It starts the client many times against a made-up service on loopback, which refuses,
waits and breaks connections. It looks at the requests and at the exit status.

Usage: business-cloud-conformance client [options] -- COMMAND [ARG...]

${clientFlagsHelp}
${ownHelp}

COMMAND does what CONFORMANCE_SCENARIO says, at CONFORMANCE_ADMIN_URL and CONFORMANCE_CUSTOMER_URL. It exits with 0 if that succeeded, and with
another status if it ended in an error. The scenarios and the other variables are listed in
https://github.com/business-cloud/business-cloud/blob/main/docs/conformance/clients.md.

Exit status: 0 the client conforms, 1 it does not, 2 the run could not tell (configuration, a command that does not start, nothing applicable).
Ctrl-C stops the run, with everything that it has started.

Examples:
  business-cloud-conformance client -- python3 client.py
  business-cloud-conformance client --rule CLI-05 --budget quick -- node client.ts
  business-cloud-conformance client --config client.yaml --profile reference --reporter html=report.html
`;

/** `business-cloud-conformance client`: judges, reports, answers the exit status. @throws UsageError, ConfigurationError */
export async function clientCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { options: written, command } = splitCommand(args);
  const { values } = parseArguments('client', written, { ...clientFlags, ...flags }, false);
  if (values.help) {
    streams.out.write(help);
    return 0;
  }
  const options = parseCommonOptions(values, 'client');
  const target = readClientTarget(values, command);
  if (options.plan) {
    streams.out.write(clientPlan(target, options));
    return 0;
  }
  const again = commandAgain('client', written, options);
  const shown = command === undefined ? again : `${again} -- ${command.map(quoted).join(' ')}`;
  const described = command === undefined ? describedIn(values.config ?? DEFAULT_CLIENT_FILE, 'client') : programIn(command);
  const own = { command: shown, ...described };
  return await judgeAndReport((how) => runClientConformance(target, { ...how, ...own }), options, streams);
}
