import type { OperationId } from '../../generated/operations.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { operationCases } from '../operations/operation-case.ts';

/** How many characters identify a text. */
const BEGINNING = 40;

/**
 * What an act made of an object. A text in it that can be read separately is shown as that read returns it now.
 * @param id of the object that was acted on
 */
export async function readMade(
  context: CheckContext,
  { act, company, id }: { readonly act: OperationId; readonly company: Company; readonly id: string },
  made: JsonObject,
): Promise<JsonObject> {
  const reading = operationCases(context, company).find(({ effect }) => effect.kind === 'read' && effect.after === act);
  if (reading === undefined) return made;
  const read = await context.send((await context.api()).call(reading.operation, { company, id }));
  const isRead = (value: Json): boolean =>
    typeof value === 'string' && value.length > BEGINNING && value.startsWith(read.body.slice(0, BEGINNING));
  if (!isSuccess(read) || read.body.length < BEGINNING) return made;
  return Object.fromEntries(Object.entries(made).map(([name, value]) => [name, isRead(value) ? read.body : value]));
}
