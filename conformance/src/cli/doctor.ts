import { styleText } from 'node:util';
import { printableLine } from '../report/printable.ts';
import { oneOf, parseArguments, wholeNumber } from './argument.ts';
import { clientFlags, readClientTarget, splitCommand } from './client-options.ts';
import { examine } from './doctor/examine.ts';
import { examineClient } from './doctor/examine-client.ts';
import { examineReceiver } from './doctor/examine-receiver.ts';
import type { Finding } from './doctor/finding.ts';
import { doctorHelp } from './doctor-help.ts';
import { stopOnInterrupt } from './interrupt.ts';
import { readReceiverTarget, receiverFlags } from './receiver-options.ts';
import { splitRole } from './role.ts';
import type { Screen, Streams } from './streams.ts';
import { readTarget, splitSettings, targetFlags } from './target-options.ts';

const signs = { right: '✓', note: '·', problem: '✗', unknown: '?' } as const;
const colors = { right: 'green', note: 'gray', problem: 'red', unknown: 'yellow' } as const;

/** `business-cloud-conformance doctor`. @throws UsageError, ConfigurationError */
export async function doctorCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { role, rest } = splitRole(args);
  if (role === 'client') return await examineClientAt(rest, streams);
  return role === 'receiver' ? await examineReceiverAt(rest, streams) : await examineServiceAt(rest, streams);
}

async function examineClientAt(args: readonly string[], { out }: Streams): Promise<number> {
  const { options, command } = splitCommand(args);
  const { values } = parseArguments('doctor', options, { ...clientFlags, help: { type: 'boolean', short: 'h' } }, false);
  if (values.help) {
    out.write(doctorHelp.client);
    return 0;
  }
  const target = readClientTarget(values, command);
  const { signal, release } = stopOnInterrupt();
  const found = await examineClient(target, signal, (finding) => print(finding, out)).finally(release);
  return conclude(found, signal, out);
}

async function examineReceiverAt(args: readonly string[], { out }: Streams): Promise<number> {
  const { values } = parseArguments('doctor', args, { ...receiverFlags, help: { type: 'boolean', short: 'h' } }, false);
  if (values.help) {
    out.write(doctorHelp.receiver);
    return 0;
  }
  const target = readReceiverTarget(values);
  const { signal, release } = stopOnInterrupt();
  const found = await examineReceiver(target, signal, (finding) => print(finding, out)).finally(release);
  return conclude(found, signal, out);
}

async function examineServiceAt(args: readonly string[], { out }: Streams): Promise<number> {
  const { overrides, rest } = splitSettings(args);
  const flags = { ...targetFlags, profile: { type: 'string' }, rate: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { values } = parseArguments('doctor', rest, flags, false);
  if (values.help) {
    out.write(doctorHelp.service);
    return 0;
  }
  const rate = values.rate === undefined ? {} : { requestsPerSecond: wholeNumber('--rate', values.rate, 1, 100_000) };
  const profile = values.profile === undefined ? {} : { profile: oneOf('--profile', values.profile, ['stated', 'reference']) };
  const target = readTarget(values, overrides);
  const { signal, abandon, release } = stopOnInterrupt();
  const found = await examine(target, { ...rate, ...profile, signal, abandon }, (finding) => print(finding, out)).finally(release);
  return conclude(found, signal, out);
}

function conclude(found: readonly Finding[], signal: AbortSignal, out: Screen): number {
  if (signal.aborted) return 2;
  const count = (of: Finding['state']): number => found.filter(({ state }) => state === of).length;
  const [problems, unseen] = [count('problem'), count('unknown')];
  if (problems > 0) out.write(`\n${problems} to correct.\n`);
  else out.write(unseen === 0 ? '\nA run can begin.\n' : `\nA run can begin, but ${unseen} could not be seen.\n`);
  return problems + unseen === 0 ? 0 : 2;
}

function print({ what, state, text }: Finding, out: Screen): void {
  out.write(`${styleText(colors[state], signs[state])} ${what}: ${printableLine(text)}\n`);
}
