import { BODY_MAX_BYTES } from '../../generated/limits.ts';
import { withHeader } from '../../http/call.ts';
import { LostAnswer } from '../../http/driver.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { answeredOperations } from './spoiled-operations.ts';

/** Larger than any contact: 20 MiB. */
const OVERSIZED = 20 * 1024 * 1024;

type Judge = (context: CheckContext, what: string, status: number, answer: Answer) => void;

/** Judges that bodies that are too large are refused as such: a creation's, and beyond a quick budget those of every operation that takes one. */
export async function judgeOversized(context: CheckContext, creation: Call, judge: Judge): Promise<void> {
  const body = bodyOf('x', OVERSIZED);
  const judgeOne = (call: Call): Promise<void> =>
    unlessClosed(context, call, (answer) => judge(context, `${call.operation} with a body of 20 MiB`, 413, answer));
  await judgeOne({ ...creation, body });
  if (context.isQuick) return;
  for (const { usual } of await answeredOperations(context)) {
    if (usual.body === undefined) continue;
    // In chunks, which do not tell how long the whole is: a target that counts stops reading soon.
    await judgeOne(withHeader({ ...usual, body }, 'Transfer-Encoding', 'chunked'));
    await judgeCountedInBytes(context, usual, judge);
  }
}

/** As many bytes in fewer characters are as much. Which limit a target has is its choice: the control is as large a body of plain letters. */
async function judgeCountedInBytes(context: CheckContext, usual: Call, judge: Judge): Promise<void> {
  await unlessClosed(context, { ...usual, body: bodyOf('\u20ac', BODY_MAX_BYTES) }, async (answer) => {
    const what = `${usual.operation} with a body of ${BODY_MAX_BYTES} bytes and more in fewer characters`;
    if (answer.status === 413) return judge(context, what, 413, answer);
    await unlessClosed(context, { ...usual, body: bodyOf('x', BODY_MAX_BYTES) }, (plain) => {
      if (plain.status === 413) judge(context, what, 413, answer);
    });
  });
}

/** A body of so many bytes and some more, of one character. */
function bodyOf(character: string, bytes: number): string {
  return `{"nome":"${character.repeat(Math.ceil(bytes / Buffer.byteLength(character)))}"}`;
}

/** A service may stop reading and close the connection instead, or want to know the length first. */
async function unlessClosed(context: CheckContext, call: Call, judge: (answer: Answer) => Promise<void> | void): Promise<void> {
  try {
    const answer = await context.send(call);
    if (answer.status !== 411) await judge(answer);
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    context.lostOnReuse = false;
  }
}
