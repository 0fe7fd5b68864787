import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceiverMutant } from '../receiver-mutant.ts';

/** Processes events of one type before it answers. */
function busyWith(type: string): Pick<ReceiverMutant, 'parts' | 'target'> {
  return { parts: { work: async ({ Type }) => await sleep(Type === type ? 1_400 : 1) }, target: { answerWithinMs: 1_000 } };
}

/** Faulty receivers that the check of RCV-14 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  { id: 'RCV-14-prints-before-the-answer', mustBreak: ['RCV-14'], ...busyWith('Documento.Emit') },
  { id: 'RCV-14-imports-before-the-answer', mustBreak: ['RCV-14'], ...busyWith('FatturaElettronicaXml.Export') },
];
