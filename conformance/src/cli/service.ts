import { runConformance } from '../suite/run-conformance.ts';
import { judgeAndReport } from './judge-and-report.ts';
import { plan } from './plan.ts';
import { loadPlugins } from './plugins.ts';
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
  if (options.plan) return plan(options, streams);
  const { command, describedIn, target, plugins } = options;
  // Whoever allows rules that are inconclusive can have those judged that need no delivery.
  const deliveryFirst = !options.allowInconclusive;
  const own = { command, deliveryFirst, ownChecks: await loadPlugins(plugins), ...(describedIn && { describedIn }) };
  return await judgeAndReport((how) => runConformance(target, { ...how, ...own }), options, streams);
}
