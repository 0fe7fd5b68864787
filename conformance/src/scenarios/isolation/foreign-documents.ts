import type { Trial } from '../../engine/trial.ts';
import type { OperationId } from '../../generated/operations.ts';
import { type Answer, isSuccess } from '../../http/answer.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { createDocument } from '../resources/documents.ts';

/** Judges that a document is issued, exported and deleted by its own company alone, in both directions; not where there are no documents. */
export async function judgeForeignDocuments(trial: Trial, one: Company, other: Company): Promise<void> {
  const { documentoCreate, documentoEmit } = trial.target.surface;
  if (documentoCreate === null || documentoEmit === null) return;
  try {
    let newest = (await createDocument(trial, other)).id;
    for (const [home, away] of [
      [one, other],
      [other, one],
    ] as const) {
      const { id } = await createDocument(trial, home);
      if (isNobodyElses(id, newest)) await judgeForeign(trial, home, away, id);
      newest = id;
    }
  } catch (error) {
    if (!(error instanceof Skip || error instanceof Inconclusive)) throw error;
  }
}

/** Companies may count their documents each for itself: one that was created after the newest of the other company is told by its number. */
function isNobodyElses(id: string, newestElsewhere: string): boolean {
  return !/^\d+$/.test(id) || !/^\d+$/.test(newestElsewhere) || BigInt(id) > BigInt(newestElsewhere);
}

async function judgeForeign(trial: Trial, home: Company, away: Company, id: string): Promise<void> {
  const { documentoDelete, documentoExport } = trial.target.surface;
  const judgeRefused = async (operation: OperationId, done: string): Promise<void> => {
    const { status } = await ask(trial, operation, away, id);
    // What is only accepted is not done yet, and perhaps never.
    trial.judge(status < 200 || status > 299 || status === 202, {
      message: `A document of company ${home.id} must not be ${done} through company ${away.id}.`,
      expected: 'a refusal',
      actual: String(status),
    });
  };
  await judgeRefused('emitDocumento', 'issued');
  if (documentoDelete !== null) await ask(trial, 'deleteDocumento', away, id);
  const issued = await ask(trial, 'emitDocumento', home, id);
  // The control: one that nobody else was asked for is issued.
  if (!isSuccess(issued) && !isSuccess(await ask(trial, 'emitDocumento', home, (await createDocument(trial, home)).id))) return;
  trial.judge(isSuccess(issued), {
    message: `A document of company ${home.id} must be as it was after company ${away.id} was asked to issue and to delete it.`,
    expected: '2xx, when its own company issues it',
    actual: String(issued.status),
  });
  // A document may have to be issued before it is exported.
  if (documentoExport !== null) await judgeRefused('exportFatturaElettronicaXml', 'exported');
}

async function ask(trial: Trial, operation: OperationId, company: Company, id: string): Promise<Answer> {
  return await trial.send((await trial.api()).call(operation, { company, id }));
}
