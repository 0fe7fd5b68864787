import { readList } from '../../api/listing.ts';
import { isServed } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { newObjectAfter } from '../operations/available-object.ts';
import { createObject } from '../operations/creation.ts';
import { holdsText } from '../operations/holds-text.ts';
import { type OperationCase, operationCases, type Prepared } from '../operations/operation-case.ts';
import { remembered, type Thing } from '../operations/thing.ts';
import type { Alteration } from './refusal.ts';

/** Judges that a refused write changes nothing: an object stays as it was, and a list gets no new entry. */
export async function judgeNothingWritten(
  context: CheckContext,
  operations: readonly OperationCase[],
  alteration: Alteration,
): Promise<void> {
  const writing = operations.filter(({ effect }) => effect.kind !== 'list' && effect.kind !== 'read');
  for (const one of context.some(writing)) {
    await context.part(`what a refused ${one.operation} writes`, async () => {
      const { after, kind } = one.effect;
      // Other checks may do to a shared object what is refused here.
      const prepared = after === undefined ? await one.prepare() : await one.callFor(await newObjectAfter(context, after, one.company));
      if (kind === 'create') await judgeNotCreated(context, one, prepared, alteration);
      else await judgeNotChanged(context, one, prepared, alteration);
    });
  }
}

/** The control is an accepted creation. A list that does not show it proves nothing about the other one. */
async function judgeNotCreated(
  context: CheckContext,
  one: OperationCase,
  { call, draft }: Prepared,
  alteration: Alteration,
): Promise<void> {
  const { list } = resources[one.effect.resource].operations;
  const label = draft?.label;
  // The control could not be deleted.
  if (one.staysForGood)
    return context.leaveUnjudged(`whether a ${one.operation} with ${alteration.what} writes nothing: it cannot be undone`);
  if (list === undefined || label === undefined || !isServed(context, list)) return;
  await context.send(await alteration.apply(call));
  const control = await createObject(context, one.effect.resource, one.company);
  const entries = await listed(context, list, one.company);
  const shows = (text: string | undefined): boolean => text !== undefined && entries.some((entry) => holdsText(entry, text));
  if (!shows(control.draft?.label)) throw new Inconclusive(`${list} does not show what was created`);
  context.judge(!shows(label), {
    message: `A ${one.operation} with ${alteration.what} must create nothing.`,
    expected: `no entry in ${list}`,
    actual: 'the list shows it',
  });
}

async function listed(context: CheckContext, list: OperationId, company: Company): Promise<readonly JsonObject[]> {
  const call = (await context.api()).call(list, { company });
  return (await readList(call, (page) => context.send(page)))?.entries ?? [];
}

async function judgeNotChanged(
  context: CheckContext,
  one: OperationCase,
  { call, object }: Prepared,
  alteration: Alteration,
): Promise<void> {
  if (object === undefined) return;
  const difference = await remembered(context, object);
  const reading = await readingOfResult(context, one, object);
  await context.send(await alteration.apply(call));
  const found = await difference?.();
  context.judge(found === undefined, {
    message: `A ${one.operation} with ${alteration.what} must leave the object as it was.`,
    expected: 'no difference',
    actual: found ?? '',
  });
  if (reading !== undefined) await judgeNotReadable(context, one, reading, alteration);
  if (one.effect.once) await judgeStillToBeDone(context, one, call, alteration);
}

/** The call that reads what an act makes. Undefined if there is none, or if it succeeds before the act. */
async function readingOfResult(context: CheckContext, one: OperationCase, { id }: Thing): Promise<Call | undefined> {
  const reading = operationCases(context, one.company).find(({ effect }) => effect.kind === 'read' && effect.after === one.operation);
  const call = reading && (await context.api()).call(reading.operation, { company: one.company, id });
  return call === undefined || isSuccess(await context.send(call)) ? undefined : call;
}

async function judgeNotReadable(context: CheckContext, { operation }: OperationCase, reading: Call, alteration: Alteration): Promise<void> {
  context.judge(!isSuccess(await context.send(reading)), {
    message: `A ${operation} with ${alteration.what} must not make ${reading.operation} succeed.`,
    expected: 'a refusal, as before',
    actual: '2xx',
  });
}

/** Only another try shows whether an act that works once was done. If the act fails on every object, this judges nothing. */
async function judgeStillToBeDone(context: CheckContext, one: OperationCase, call: Call, alteration: Alteration): Promise<void> {
  const done = await context.send(call);
  const other = isSuccess(done) ? done : await context.send((await one.prepare()).call);
  context.judge(isSuccess(done) || !isSuccess(other), {
    message: `A ${one.operation} with ${alteration.what} must not use up the act.`,
    expected: '2xx to the unaltered request',
    actual: String(done.status),
  });
}
