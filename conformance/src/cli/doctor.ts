import { styleText } from 'node:util';
import { choiceOf, type Input, numberOf } from '#command-line';
import { defined } from '#runtime';
import { hider } from '../engine/hide-secrets.ts';
import { Doubt } from '../engine/inspection.ts';
import { withoutUserInfo } from '../engine/redact.ts';
import { LostAnswer } from '../http/lost-answer.ts';
import { Stopped, unlessStopped } from '../http/stopped.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import { Inconclusive, Skip } from '../model/verdict.ts';
import { printableLine } from '../report/printable.ts';
import { clientExamination } from './doctor/client.ts';
import type { Examination, Finding, Look } from './doctor/examination.ts';
import { receiverExamination } from './doctor/receiver.ts';
import { serviceExamination } from './doctor/service.ts';
import { stopOnInterrupt } from './interrupt.ts';
import type { Role } from './options.ts';
import type { Screen, Streams } from './streams.ts';
import { readClientTarget, readReceiverTarget, readTarget } from './target-options.ts';

const signs = { right: '✓', note: '·', problem: '✗', unknown: '?' } as const;
const colors = { right: 'green', note: 'gray', problem: 'red', unknown: 'yellow' } as const;

/** `business-cloud-conformance doctor`. @throws {InputError | ConfigurationError} */
export async function doctor({ settings, rest }: Input, role: Role, { out }: Streams): Promise<number> {
  const { signal, abandon, release } = stopOnInterrupt();
  const options = defined({
    requestsPerSecond: numberOf(settings, 'rate', 1, 100_000),
    profile: choiceOf(settings, 'profile', ['stated', 'reference']),
  });
  const examinations = {
    service: () => serviceExamination(readTarget(settings), { ...options, signal, abandon }),
    receiver: () => receiverExamination(readReceiverTarget(settings), signal),
    client: () => clientExamination(readClientTarget(settings, rest), signal),
  };
  try {
    const found = await examine(examinations[role](), signal, out);
    return signal.aborted ? 2 : conclude(found, out);
  } finally {
    release();
  }
}

/** Looks at one thing after the other, prints what each look finds, and removes what was created. */
async function examine({ looks, secrets, leave }: Examination, signal: AbortSignal, out: Screen): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  const tell = (finding: Finding): void => {
    const shown = { ...finding, text: withoutUserInfo(hider(secrets())(finding.text)) };
    found.push(shown);
    out.write(`${styleText(colors[shown.state], signs[shown.state])} ${shown.what}: ${printableLine(shown.text)}\n`);
  };
  try {
    for (const look of looks) for (const finding of await unlessStopped(findingsOf(look, found), signal)) tell(finding);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    for (const finding of await leave()) tell(finding);
  }
  return found;
}

async function findingsOf({ what, needs = [], look }: Look, found: readonly Finding[]): Promise<readonly Finding[]> {
  const missing = needs.find((need) => found.some((finding) => finding.what === need && finding.state !== 'right'));
  if (missing !== undefined) return [{ what, state: 'unknown', text: `not checked: correct this first: ${missing}` }];
  try {
    const seen = await look();
    return typeof seen === 'string' ? [{ what, state: 'right', text: seen }] : seen;
  } catch (error) {
    if (error instanceof Doubt) return [{ what, state: 'unknown', text: error.message }];
    const expected = [ConfigurationError, Inconclusive, Skip, LostAnswer].some((kind) => error instanceof kind);
    if (!expected || !(error instanceof Error)) throw error;
    return [{ what, state: 'problem', text: error.message }];
  }
}

function conclude(found: readonly Finding[], out: Screen): number {
  const count = (of: Finding['state']): number => found.filter(({ state }) => state === of).length;
  const [problems, unseen] = [count('problem'), count('unknown')];
  if (problems > 0) out.write(`\n${problems} to correct.\n`);
  else out.write(unseen === 0 ? '\nA run can begin.\n' : `\nA run can begin, but ${unseen} could not be checked.\n`);
  return problems + unseen === 0 ? 0 : 2;
}
