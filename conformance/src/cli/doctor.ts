import { styleText } from 'node:util';
import { choiceOf, type Input, numberOf, type Settings } from '#command-line';
import { defined } from '#runtime';
import type { RunOptions } from '../model/run-options.ts';
import { printableLine } from '../report/printable.ts';
import { readClientTarget } from './client-options.ts';
import { examine } from './doctor/examine.ts';
import { examineClient } from './doctor/examine-client.ts';
import { examineReceiver } from './doctor/examine-receiver.ts';
import type { Finding } from './doctor/finding.ts';
import { stopOnInterrupt } from './interrupt.ts';
import type { Role } from './options.ts';
import { readReceiverTarget } from './receiver-options.ts';
import type { Screen, Streams } from './streams.ts';
import { readTarget } from './target-options.ts';

const signs = { right: '✓', note: '·', problem: '✗', unknown: '?' } as const;
const colors = { right: 'green', note: 'gray', problem: 'red', unknown: 'yellow' } as const;

/** `business-cloud-conformance doctor`. @throws {InputError | ConfigurationError} */
export async function doctor({ settings, rest }: Input, role: Role, { out }: Streams): Promise<number> {
  const { signal, abandon, release } = stopOnInterrupt();
  const note = (finding: Finding): void => print(finding, out);
  const examineRole = {
    service: () => examine(readTarget(settings), { ...serviceOptions(settings), signal, abandon }, note),
    receiver: () => examineReceiver(readReceiverTarget(settings), signal, note),
    client: () => examineClient(readClientTarget(settings, rest), signal, note),
  };
  try {
    return conclude(await examineRole[role](), signal, out);
  } finally {
    release();
  }
}

function serviceOptions(settings: Settings): Pick<RunOptions, 'profile' | 'requestsPerSecond'> {
  const requestsPerSecond = numberOf(settings, 'rate', 1, 100_000);
  return defined({ requestsPerSecond, profile: choiceOf(settings, 'profile', ['stated', 'reference']) });
}

function conclude(found: readonly Finding[], signal: AbortSignal, out: Screen): number {
  if (signal.aborted) return 2;
  const count = (of: Finding['state']): number => found.filter(({ state }) => state === of).length;
  const [problems, unseen] = [count('problem'), count('unknown')];
  if (problems > 0) out.write(`\n${problems} to correct.\n`);
  else out.write(unseen === 0 ? '\nA run can begin.\n' : `\nA run can begin, but ${unseen} could not be checked.\n`);
  return problems + unseen === 0 ? 0 : 2;
}

function print({ what, state, text }: Finding, out: Screen): void {
  out.write(`${styleText(colors[state], signs[state])} ${what}: ${printableLine(text)}\n`);
}
