import type { JudgedTarget } from './result.ts';

/** The default file that describes the target. `init` writes it. */
export const settingsFiles: Readonly<Record<JudgedTarget['role'], string>> = {
  service: 'conformance.yaml',
  receiver: 'receiver.yaml',
  client: 'client.yaml',
};
