import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The installed service with the data of its demo, in a process of its own. */
export interface DemoService extends AsyncDisposable {
  /** What it printed about itself: a configuration of the suite, in JSON. */
  readonly target: string;
}

/** Starts `business-cloud-service demo` of an installation on one Node. */
export async function startDemo(installation: string, node: string): Promise<DemoService> {
  const command = join(installation, 'node_modules/.bin/business-cloud-service');
  const args = [command, 'demo', '--database', ':memory:', '--port', '0', '--print', 'json'];
  const child = spawn(node, args, { cwd: installation, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`business-cloud-service demo ended with exit code ${code} before it printed how to call it.`);
  });
  const [target] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  ended.catch(() => undefined);
  return {
    target,
    async [Symbol.asyncDispose]() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
