import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceiverEntry, ReceiverMutants } from '../receiver-mutant.ts';

/** Processes events of one type before it answers. */
function busyWith(type: string): ReceiverEntry {
  return { work: async ({ Type }) => await sleep(Type === type ? 1_400 : 1), target: { answerWithinMs: 1_000 } };
}

export const mutants: ReceiverMutants = {
  'prints-before-the-answer': busyWith('Documento.Emit'),
  'imports-before-the-answer': busyWith('FatturaElettronicaXml.Export'),
};
