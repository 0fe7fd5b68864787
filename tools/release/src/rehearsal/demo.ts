import { join } from 'node:path';
import { overNetwork } from './network.ts';
import { type RunningService, untilReady } from './running-service.ts';
import type { UserProject } from './user-project.ts';

/** A demo service that runs, and the file that describes it for the suite. */
export interface RunningDemo extends RunningService {
  readonly configFile: string;
}

/** Starts the demo as somebody who has installed nothing: by its name, from the registry. The project is empty. */
export async function startDemo(project: UserProject): Promise<RunningDemo> {
  const configFile = join(project.folder, 'conformance.yaml');
  const loopback = ['127.0.0.0/8', '::1/128'].flatMap((range) => ['--delivery-allow', range]);
  const settings = ['--port', '0', '--test-clock', '0', '--print', 'json', '--delivery-ca', 'ca.pem', '--write-config', configFile];
  const line = project.manager.runOnce('@business-cloud/service', ['demo', ...settings, ...loopback]);
  const running = await overNetwork(() => untilReady(project.start(line), (printed) => printed.startsWith('{"service"')));
  return { ...running, configFile };
}
