import type { JudgedTarget } from '../model/result.ts';
import { clientCommand } from './client.ts';
import { commonHelp } from './common-help.ts';
import { receiverCommand } from './receiver.ts';
import { readSavedReport } from './saved-file.ts';
import { serviceCommand } from './service.ts';
import type { Streams } from './streams.ts';
import { targetHelp } from './target-options.ts';
import { UsageError } from './usage-error.ts';

const help = `Judges again the rules that failed in a saved JSON report, with its seed and its smallest cases first.
It fails on the same target, and passes once the target is corrected.

Usage: business-cloud-conformance replay FILE [options]

  FILE                     a report saved with --reporter json=FILE
${targetHelp}
${withoutReplay(commonHelp('service'))}

For the report of a receiver or a client, take the options of 'receiver' or 'client'.

Exit status: 0 what failed passes now, 1 it does not, 2 the run could not tell.

Examples:
  business-cloud-conformance replay report.json --config conformance.yaml
  business-cloud-conformance replay report.json --target http://127.0.0.1:8080/webhook --secret whsec_1234
  business-cloud-conformance replay report.json -- python3 client.py
`;

/** The file is an operand of this command. */
function withoutReplay(options: string): string {
  const lines = options.split('\n');
  return lines.filter((line) => !line.startsWith('  --replay ')).join('\n');
}

type Command = (args: readonly string[], streams: Streams) => Promise<number>;

/** What judges each role. */
const commands: Readonly<Record<JudgedTarget['role'], Command>> = {
  service: serviceCommand,
  receiver: receiverCommand,
  client: clientCommand,
};

/** `business-cloud-conformance replay FILE`: the same as `--replay FILE` of the command that wrote the report. @throws UsageError, ConfigurationError */
export async function replayCommand([file, ...options]: readonly string[], streams: Streams): Promise<number> {
  if (file === '--help' || file === '-h' || options.includes('--help')) {
    streams.out.write(help);
    return 0;
  }
  if (file === undefined || file.startsWith('-')) throw new UsageError('replay needs the file of a saved JSON report before its options.');
  return await commands[readSavedReport(file).role](['--replay', file, ...options], streams);
}
