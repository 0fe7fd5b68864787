import { documentoOf, firstRecipient } from '../load/documento.ts';
import { type Experiment, RESIDENT_BYTES_MAX } from './experiment.ts';
import { type Load, underLoad } from './under-load.ts';

const CLIENTS = 400;

export const noisyCompany: Experiment = {
  name: 'noisy-company',
  summary: `${CLIENTS} clients of one company write at once what has to wait for its turn there`,
  stores: ['sqlite', 'postgres'],
  limits: { unavailable: true, residentBytes: RESIDENT_BYTES_MAX, wait: { ms: 3_000, overtakenBy: CLIENTS / 2 } },
  run: (context) =>
    underLoad(context, { writers: 1, pauseMs: 50, bystander: true }, async (load) => {
      const endAt = performance.now() + context.amount(4_000, 60_000);
      const recipient = await firstRecipient(load.client);
      let sent = 0;
      const work = async (): Promise<void> => {
        while (performance.now() < endAt && !context.signal.aborted) {
          sent += 1;
          if (sent % 500 === 0) context.progress(`${sent} documents`);
          await writeDocument(load, recipient);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, work));
      context.signal.throwIfAborted();
      return sent;
    }),
};

async function writeDocument({ client, noteAnswer, complain }: Load, anagraficaId: number): Promise<void> {
  const created = await client.call('POST', '/api/v3/1/Documento', { body: documentoOf(anagraficaId, 1, 'Noise') });
  if (created?.status === 201) noteAnswer(created.by);
  if (created !== undefined && created.status !== 201 && created.status < 500) complain(`a document was answered ${created.status}`);
}
