import { runConformance } from '../suite/run-conformance.ts';
import { judgeAndReport } from './judge-and-report.ts';
import { plan } from './plan.ts';
import { serviceHelp } from './service-help.ts';
import { parseServiceOptions } from './service-options.ts';
import type { Streams } from './streams.ts';

/** `business-cloud-conformance service`: judges, reports, answers the exit status. @throws UsageError, ConfigurationError */
export async function serviceCommand(args: readonly string[], streams: Streams): Promise<number> {
  const options = parseServiceOptions(args);
  if (options === undefined) {
    streams.out.write(serviceHelp);
    return 0;
  }
  return options.plan
    ? plan(options, streams)
    : await judgeAndReport(
        (how) =>
          runConformance(options.target, {
            ...how,
            command: options.command,
            ...(options.describedIn && { describedIn: options.describedIn }),
          }),
        options,
        streams,
      );
}
