import type { OperationId } from '../../generated/operations.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { createDocument } from '../resources/documents.ts';

/** Judges that a document is issued, exported and deleted by its own company alone, in both directions; not where there are no documents. */
export async function judgeForeignDocuments(context: CheckContext, one: Company, other: Company): Promise<void> {
  const { documentoCreate, documentoEmit } = context.target.surface;
  if (documentoCreate === null || documentoEmit === null) return;
  try {
    let newest = (await createDocument(context, other)).id;
    for (const [home, away] of [
      [one, other],
      [other, one],
    ] as const) {
      const { id } = await createDocument(context, home);
      if (isNobodyElses(id, newest)) await judgeForeign(context, home, away, id);
      newest = id;
    }
  } catch (error) {
    if (!(error instanceof Skip || error instanceof Inconclusive)) throw error;
  }
}

/** Each company may number its documents from 1: one that was created after the newest of the other company is recognised by its number. */
function isNobodyElses(id: string, newestElsewhere: string): boolean {
  return !/^\d+$/.test(id) || !/^\d+$/.test(newestElsewhere) || BigInt(id) > BigInt(newestElsewhere);
}

async function judgeForeign(context: CheckContext, home: Company, away: Company, id: string): Promise<void> {
  const { documentoDelete, documentoExport } = context.target.surface;
  const judgeRefused = async (operation: OperationId, done: string): Promise<void> => {
    const { status } = await ask(context, operation, away, id);
    // 202 only says that it was accepted: it may never be done.
    context.judge(status < 200 || status > 299 || status === 202, {
      message: `A document of company ${home.id} must not be ${done} through company ${away.id}.`,
      expected: 'a refusal',
      actual: String(status),
    });
  };
  await judgeRefused('emitDocumento', 'issued');
  if (documentoDelete !== null) await ask(context, 'deleteDocumento', away, id);
  const issued = await ask(context, 'emitDocumento', home, id);
  // The control: a document that was not asked for through another company is issued.
  if (!isSuccess(issued) && !isSuccess(await ask(context, 'emitDocumento', home, (await createDocument(context, home)).id))) return;
  context.judge(isSuccess(issued), {
    message: `A document of company ${home.id} must be as it was after company ${away.id} was asked to issue and to delete it.`,
    expected: '2xx, when its own company issues it',
    actual: String(issued.status),
  });
  // A document may have to be issued before it is exported.
  if (documentoExport !== null) await judgeRefused('exportFatturaElettronicaXml', 'exported');
}

async function ask(context: CheckContext, operation: OperationId, company: Company, id: string): Promise<Answer> {
  return await context.send((await context.api()).call(operation, { company, id }));
}
