import type { JudgedTarget } from './result.ts';

/** The file that describes what is judged where no other is named: the one that `init` writes. */
export const settingsFiles: Readonly<Record<JudgedTarget['role'], string>> = {
  service: 'conformance.yaml',
  receiver: 'receiver.yaml',
  client: 'client.yaml',
};
