import { headerNames } from '../../api/header-names.ts';
import { json } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Skip } from '../../model/verdict.ts';
import { boundOperations } from '../../scenarios/operations/operation-case.ts';
import { judgeOnHeads } from '../../scenarios/refusals/heads.ts';
import { judgeOnLaterPages } from '../../scenarios/refusals/later-pages.ts';
import { judgeNothingWritten } from '../../scenarios/refusals/left-as-it-was.ts';
import { RefusedCreations } from '../../scenarios/refusals/nothing-written.ts';
import { type PreparedOperation, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals } from '../../scenarios/refusals/refusal.ts';
import { judgeOnReplays } from '../../scenarios/refusals/replays.ts';

/** HDR-05: the license key of a company other than the one in the path answers 403, and nothing is read or written. */
export const hdr05: Check = check('HDR-05', { isolation: 'shared', weight: 4 }, async (context) => {
  const { companies, foreignCompany } = context.target;
  const [first, ...others] = companies;
  if (others.length === 0 && foreignCompany === undefined)
    throw new Skip('only one company is configured: add a second one to companies', 'one company');
  const creations = new RefusedCreations(context);
  const pairs = [
    ...others.map((other) => [first, other] as const),
    ...(foreignCompany === undefined ? [] : [[first, foreignCompany] as const]),
    ...others.map((other) => [other, first] as const),
  ];
  for (const [index, [company, other]] of pairs.entries()) {
    const otherKey: Alteration = {
      what: `the license key of company ${other.id} in company ${company.id}`,
      apply: (call) => withHeader(call, headerNames(context.target.service.headerWord).licenseKey, other.licenseKey),
    };
    // The first pair is tried at every operation, and in every way. The other pairs share the operations out.
    await judgeRefused(context, company, otherKey, (at) => index === 0 || at % (pairs.length - 1) === index - 1);
    if (index === 0) await judgeElsewhere(context, company, otherKey);
    await creations.send(company, otherKey);
  }
  await creations.judge();
});

async function judgeRefused(
  context: CheckContext,
  company: Company,
  otherKey: Alteration,
  isTried: (at: number) => boolean,
): Promise<void> {
  const { licenseKey } = headerNames(context.target.service.headerWord);
  const scoped = preparedOperations(context, company).filter(({ configuration }) => !configuration);
  const tried = scoped.filter((_one, at) => isTried(at));
  await judgeRefusals(context, tried.length > 0 ? tried : scoped, {
    status: 403,
    alterations: [otherKey],
    after: async (answer, candidate, call) => {
      const rightful = withHeader(call, licenseKey, company.licenseKey);
      if (call.method === 'GET') await judgeNothingRead(context, candidate, answer, rightful);
    },
  });
}

/** The same on later pages, where a key is replayed and where only the head is asked for. Nothing may be written either. */
async function judgeElsewhere(context: CheckContext, company: Company, otherKey: Alteration): Promise<void> {
  const refusal = { status: 403, alterations: [otherKey] };
  for (const judge of [judgeOnLaterPages, judgeOnReplays, judgeOnHeads])
    await judge(context, company, refusal, ({ configuration }) => !configuration);
  await judgeNothingWritten(context, boundOperations(context, company), otherKey);
}

/** A refusal must not contain what the same request shows with the right key. */
async function judgeNothingRead(context: CheckContext, candidate: PreparedOperation, refusal: Answer, rightful: Call): Promise<void> {
  const shown = textsIn(json(await context.send(rightful)));
  const read = shown.filter((text) => refusal.body.includes(text));
  const message = `A refused ${candidate.operation} must not show what the request asked for.`;
  context.judge(read.length === 0, { message, expected: 'no text of the answer with the right key', actual: read.slice(0, 5).join(', ') });
}

/** Texts that are long enough to be unique. */
function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return value.length >= 8 ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
