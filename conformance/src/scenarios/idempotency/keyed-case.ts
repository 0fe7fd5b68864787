import fc from 'fast-check';
import { isReplayed, json } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Answer } from '../../model/exchange.ts';
import { sameJson } from '../../model/json.ts';
import { Inconclusive, Skip, UNBOUND } from '../../model/verdict.ts';
import { type Creation, type Draft, repeated } from './creation.ts';

/** Sends the first request of a case, which must succeed for the rest to be judged. @throws Inconclusive when it does not. */
export async function first(context: CheckContext, creation: Creation, draft: Draft, key?: string): Promise<Answer> {
  return await context.prepare(await creation.call(draft, key));
}

/** Whether two answers are the same: status and body, apart from white space and the order of members. */
export function sameAnswer(left: Answer, right: Answer): boolean {
  if (left.status !== right.status) return false;
  const [one, other] = [json(left), json(right)];
  return one === undefined || other === undefined ? left.body === right.body : sameJson(one, other);
}

/** Judges that an answer is the stored one of the first request (IDEM-03). */
export function judgeReplay(
  context: CheckContext,
  { kind }: { readonly kind: string },
  original: Answer,
  retry: Answer,
  what: string,
): void {
  const about = { 'the first request with the key': original, [JUDGED]: retry };
  context.judge(retry.status === original.status, {
    message: `${what} (${kind}) must answer the original status.`,
    expected: String(original.status),
    actual: String(retry.status),
    about,
  });
  context.judge(sameAnswer(original, retry), {
    message: `${what} (${kind}) must answer the original body.`,
    expected: original.body,
    actual: retry.body,
    about,
  });
  context.judge(isReplayed(retry), {
    message: `${what} (${kind}) must be marked as replayed.`,
    expected: 'Idempotent-Replayed: true',
    actual: 'no such header',
    about,
  });
}

/** Whether a POST is refused although an equal one was accepted before: the target may have a rule of its own, against two of one name for instance. */
export function refusesEqual(answer: Answer): boolean {
  return [400, 403, 409, 422].includes(answer.status) && !isReplayed(answer);
}

/** How many effects each mark should have had, for a kind. */
export class ExpectedEffects {
  readonly #expected = new Map<Creation, Map<string, number>>();

  expect(creation: Creation, mark: string, count: number): void {
    const marks = this.#expected.get(creation) ?? new Map<string, number>();
    this.#expected.set(creation, marks.set(mark, count));
  }

  /** Counts once for all cases, so that the quiet time that events need is waited for once. */
  async judge(context: CheckContext, message: string): Promise<void> {
    const reasons: (Skip | Inconclusive)[] = [];
    for (const [creation, marks] of this.#expected) {
      const reason = await this.#judgeKind(context, creation, marks, message);
      if (reason !== undefined) reasons.push(reason);
    }
    if (reasons.length === 0 || reasons.length < this.#expected.size) return;
    const said = reasons.map((reason) => reason.message).join('; ');
    // What the target need not have is not missed: what its answers show is judged.
    if (reasons.some((reason) => !(reason instanceof Skip && reason.lacks === UNBOUND))) throw new Inconclusive(said);
    context.leaveUnjudged(said);
  }

  async #judgeKind(
    context: CheckContext,
    creation: Creation,
    marks: ReadonlyMap<string, number>,
    message: string,
  ): Promise<Skip | Inconclusive | undefined> {
    const witnesses = [...marks].flatMap(([mark, count]) => (count > 0 ? [mark] : []));
    try {
      const effects = await creation.count(witnesses);
      for (const [mark, expected] of marks) {
        const seen = { [`${creation.kind}s`]: effects.objects(mark), events: effects.events(mark) };
        context.judge(isRight(Object.values(seen), expected), {
          message,
          expected: `${expected} of ${creation.kind} ${mark}`,
          actual: describe(seen),
          about: { 'sent with this mark': mark },
        });
      }
      return undefined;
    } catch (error) {
      if (error instanceof Inconclusive || error instanceof Skip) return error;
      throw error;
    }
  }
}

/** The kinds to draw from, and whatever else a case needs. */
export function withCreation<T>(
  kinds: readonly [Creation, ...Creation[]],
  rest: fc.Arbitrary<T>,
): fc.Arbitrary<{ readonly creation: Creation; readonly rest: T }> {
  // Named before any is drawn: examples hold them too.
  for (const creation of kinds) Object.assign(creation, { [fc.toStringMethod]: () => creation.kind });
  return fc.record({ creation: fc.constantFrom(...repeated(kinds)), rest });
}

/** No way of counting shows more, and one shows as many: a list may end before what was created, which the suite cannot always see. */
function isRight(counts: readonly (number | undefined)[], expected: number): boolean {
  const known = counts.filter((count) => count !== undefined);
  return known.every((count) => count <= expected) && known.some((count) => count === expected);
}

function describe(seen: Readonly<Record<string, number | undefined>>): string {
  return Object.entries(seen)
    .filter(([, count]) => count !== undefined)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
