import { headerNames } from '../../api/header-names.ts';
import { json } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json } from '../../model/json.ts';
import { Skip } from '../../model/verdict.ts';
import { boundOperations } from '../../scenarios/operations/operation-case.ts';
import { judgeElsewhere } from '../../scenarios/refusals/elsewhere.ts';
import { judgeNothingWritten } from '../../scenarios/refusals/nothing-written.ts';
import { type PreparedOperation, scopedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals } from '../../scenarios/refusals/refusal.ts';

/** HDR-05: the license key of a company other than the one in the path answers 403, and nothing is read or written. */
export const hdr05: Check = check('HDR-05', { isolation: 'shared', weight: 4 }, async (context) => {
  const { companies, foreignCompany } = context.target;
  const [first, ...others] = companies;
  if (others.length === 0 && foreignCompany === undefined)
    throw new Skip('only one company is configured: add a second one to companies', 'one company');
  const { licenseKey } = headerNames(context.target.service.headerWord);
  const isBound = ({ configuration }: PreparedOperation): boolean => !configuration;
  const pairs = [
    ...others.map((other) => [first, other] as const),
    ...(foreignCompany === undefined ? [] : [[first, foreignCompany] as const]),
    ...others.map((other) => [other, first] as const),
  ];
  for (const [index, [company, other]] of pairs.entries()) {
    const what = `the license key of company ${other.id} in company ${company.id}`;
    const otherKey: Alteration = { what, apply: (call) => withHeader(call, licenseKey, other.licenseKey) };
    const scoped = scopedOperations(context, company);
    // The first pair is tried at every operation, and in every way. The other pairs share the operations out.
    const share = scoped.filter((_one, at) => index === 0 || at % (pairs.length - 1) === index - 1);
    await judgeRefusals(context, share.length > 0 ? share : scoped, {
      status: 403,
      alterations: [otherKey],
      after: async (answer, candidate, call) => {
        if (call.method === 'GET') await judgeNothingRead(context, candidate, answer, withHeader(call, licenseKey, company.licenseKey));
      },
    });
    if (index > 0) continue;
    await judgeElsewhere(context, { status: 403, alterations: [otherKey] }, ['later pages', 'replays', 'heads'], isBound);
    await judgeNothingWritten(context, boundOperations(context, company), otherKey);
  }
});

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
