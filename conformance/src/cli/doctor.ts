import { styleText } from 'node:util';
import { choiceOf, type Input, numberOf, type Settings } from '#command-line';
import { defined } from '#runtime';
import { clientSecrets, createClientRun } from '../engine/clients/client-run.ts';
import { ExecutionContext } from '../engine/clients/execution-context.ts';
import { clientPreflight } from '../engine/clients/run-client-checks.ts';
import { hider } from '../engine/hide-secrets.ts';
import { Stopped, unlessStopped } from '../http/stopped.ts';
import { type ClientScenario, type ClientTarget, clientScenarios } from '../model/client-context.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { RunOptions } from '../model/run-options.ts';
import { Inconclusive } from '../model/verdict.ts';
import { printableLine } from '../report/printable.ts';
import { readClientTarget } from './client-options.ts';
import { examine } from './doctor/examine.ts';
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

/** Checks that a client starts, finds the service, and does each scenario. */
async function examineClient(
  target: ClientTarget,
  signal: AbortSignal,
  onFinding: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const run = createClientRun(target, {}, signal);
  const found: Finding[] = [];
  const tell = (finding: Finding): void => {
    const shown = { ...finding, text: hider(clientSecrets(run))(finding.text) };
    found.push(shown);
    onFinding(shown);
  };
  const context = new ExecutionContext('doctor', run);
  try {
    await unlessStopped(clientPreflight(run), signal);
    tell({ what: 'client', state: 'right', text: 'starts, and finds the service' });
    for (const scenario of clientScenarios) tell(await unlessStopped(lookAt(context, scenario), signal));
  } catch (error) {
    if (error instanceof ConfigurationError) tell({ what: 'client', state: 'problem', text: error.message });
    else if (!(error instanceof Stopped)) throw error;
  }
  return found;
}

async function lookAt(context: ExecutionContext, scenario: ClientScenario): Promise<Finding> {
  try {
    await context.control(scenario);
    return { what: scenario, state: 'right', text: 'succeeds if nothing goes wrong' };
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    return { what: scenario, state: 'problem', text: error.message };
  }
}
