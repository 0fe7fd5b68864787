import type { Program } from '#command-line';
import { initCommand } from './init-command.ts';

export const program: Program = {
  name: 'business-cloud-server',
  manifest: new URL('../../package.json', import.meta.url),
  summary: 'begins a service of your own',
  commands: [initCommand],
};
