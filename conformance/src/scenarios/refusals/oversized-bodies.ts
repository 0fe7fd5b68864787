import { BODY_MAX_BYTES } from '../../generated/limits.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { answeredOperations } from './spoiled-operations.ts';

/** Larger than any contact: 20 MiB. */
const OVERSIZED = 20 * 1024 * 1024;

type Judge = (context: CheckContext, what: string, status: number, answer: Answer) => void;

/** Judges that oversized bodies are refused as such: that of a creation and, above a quick budget, those of every operation with a body. */
export async function judgeOversized(context: CheckContext, creation: Call, judge: Judge): Promise<void> {
  /** The status. Undefined if the service closed the connection instead or asked for the length, as it may. */
  const statusOf = async (call: Call, body: string, what: string, mayBeAccepted = false): Promise<number | undefined> => {
    const answer = await context.sendOrLose({ ...call, body });
    if (answer === undefined || answer.status === 411) return undefined;
    if (!mayBeAccepted || answer.status === 413) judge(context, `${call.operation} with a body ${what}`, 413, answer);
    return answer.status;
  };
  const oversized = bodyOf('x', OVERSIZED);
  await statusOf(creation, oversized, 'of 20 MiB');
  if (context.isQuick) return;
  const [plain, wide] = [bodyOf('x', BODY_MAX_BYTES), bodyOf('\u20ac', BODY_MAX_BYTES)];
  for (const { usual } of await answeredOperations(context)) {
    if (usual.body === undefined) continue;
    // Chunks do not declare the length of the whole, so a target has to count while it reads.
    const chunked = withHeader(usual, 'Transfer-Encoding', 'chunked');
    // The limit of an operation is the target's choice.
    const isTooLarge = ((await statusOf(chunked, plain, 'of 1 MiB', true)) ?? (await statusOf(usual, plain, 'of 1 MiB', true))) === 413;
    // The limit counts bytes, not characters.
    if (isTooLarge) await statusOf(usual, wide, 'of more than 1 MiB in fewer characters');
    else await statusOf(chunked, oversized, 'of 20 MiB in chunks');
  }
}

/** A body of slightly more bytes, which repeats one character. */
function bodyOf(character: string, bytes: number): string {
  return `{"nome":"${character.repeat(Math.ceil(bytes / Buffer.byteLength(character)))}"}`;
}
