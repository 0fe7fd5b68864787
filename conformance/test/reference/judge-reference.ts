import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startReferenceService } from './reference-service.ts';

const suite = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

process.stdout.write('Starting the reference service …\n');
const service = await startReferenceService();
try {
  const args = ['service', '--config', service.config, '--profile', 'reference', ...process.argv.slice(2)];
  const child = spawn(process.execPath, [suite, ...args], { stdio: 'inherit' });
  // The terminal also sends Ctrl-C to the suite, which then removes what it created. Wait for that.
  process.on('SIGINT', () => {});
  const [code] = await once(child, 'exit');
  process.exitCode = typeof code === 'number' ? code : 2;
} finally {
  await service.stop();
}
