import { commonHelp } from './common-options.ts';
import { serviceCommand } from './service.ts';
import type { Streams } from './streams.ts';
import { targetHelp } from './target-options.ts';
import { UsageError } from './usage-error.ts';

const help = `Judges again the rules that failed in a saved JSON report, with its seed and its smallest cases first.
It fails on the target that was judged, and passes once that is mended.

Usage: business-cloud-conformance replay FILE [options]

  FILE                     a report saved with --reporter json=FILE
${targetHelp}
${commonHelp.replace(/^.*--replay.*\n/m, '')}

Exit status: 0 what failed passes now, 1 it does not, 2 it could not be told.

Example:
  business-cloud-conformance replay report.json --config conformance.yaml
`;

/** `business-cloud-conformance replay FILE`: the same as `service --replay FILE`. @throws UsageError, ConfigurationError */
export async function replayCommand([file, ...options]: readonly string[], streams: Streams): Promise<number> {
  if (file === '--help' || file === '-h' || options.includes('--help')) {
    streams.out.write(help);
    return 0;
  }
  if (file === undefined || file.startsWith('-')) throw new UsageError('replay needs the file of a saved JSON report before its options.');
  return await serviceCommand(['--replay', file, ...options], streams);
}
