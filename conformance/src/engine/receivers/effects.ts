import { exec } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isSuccess } from '../../http/answer.ts';
import { LostAnswer } from '../../http/lost-answer.ts';
import { ConfigurationError } from '../../model/configuration-error.ts';
import { isObject, memberOf, parseJson } from '../../model/json.ts';
import type { EffectsSource, Processed } from '../../model/receiver-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { ReceiverRun } from './receiver-run.ts';

/** How long the counts must stay unchanged, and how long to wait for the effects of an event. */
const SETTLED_AFTER_MS = 2_000;
const COMES_WITHIN_MS = 20_000;
const ASKED_EVERY_MS = 200;
const COMMAND_WITHIN_MS = 10_000;

/** The required format of the effects. */
export const EFFECTS_FORM = '{"processed": {"<eventGuid>": count}}';

/** Waits until the counts of these events stop changing, and each event was processed or had enough time. @throws Inconclusive */
export async function settledEffects(source: EffectsSource, run: ReceiverRun, guids: readonly string[]): Promise<Processed> {
  const from = performance.now();
  let counts = await readEffects(source, run);
  let changedAt = performance.now();
  for (;;) {
    await sleep(ASKED_EVERY_MS, undefined, { signal: run.signal });
    const next = await readEffects(source, run);
    const now = performance.now();
    if (guids.some((guid) => next.get(guid) !== counts.get(guid))) changedAt = now;
    counts = next;
    const isWhole = guids.every((guid) => counts.has(guid)) || now - from > COMES_WITHIN_MS;
    if (isWhole && now - changedAt >= SETTLED_AFTER_MS) return counts;
  }
}

/** The number of processed events; undefined if no `effects` are configured. @throws ConfigurationError if they cannot be read */
export async function checkEffects(run: ReceiverRun): Promise<number | undefined> {
  const { effects } = run.target;
  try {
    return effects && (await readEffects(effects, run)).size;
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    throw new ConfigurationError(`${error.message}; correct it, or leave it out.`);
  }
}

/** The counts as they are now. @throws Inconclusive with one sentence that says what is wrong */
async function readEffects(source: EffectsSource, run: ReceiverRun): Promise<Processed> {
  const [name, text] =
    'url' in source ? [source.url, await fetched(source.url, run)] : [source.command, await printed(source.command, run)];
  const counts = parsed(text);
  if (counts === undefined) throw new Inconclusive(`effects: ${name} does not show ${EFFECTS_FORM}, but ${text.slice(0, 80)}`);
  return counts;
}

async function fetched(url: string, run: ReceiverRun): Promise<string> {
  try {
    const answer = await run.driver.send({ method: 'GET', url, headers: [] }, (exchange) => run.observe('effects', exchange));
    if (!isSuccess(answer)) throw new Inconclusive(`effects: ${url} answers ${answer.status}`);
    return answer.body;
  } catch (error) {
    throw error instanceof LostAnswer ? new Inconclusive(`effects: ${url} cannot be read (${error.code})`) : error;
  }
}

async function printed(command: string, { signal }: ReceiverRun): Promise<string> {
  try {
    return (await promisify(exec)(command, { timeout: COMMAND_WITHIN_MS, maxBuffer: 64 * 1024 * 1024, signal })).stdout;
  } catch (error) {
    if (signal.aborted) throw error;
    const message = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    throw new Inconclusive(`effects: the command fails (${message})`);
  }
}

function parsed(text: string): Processed | undefined {
  try {
    const counts = memberOf(parseJson(text), 'processed');
    if (!isObject(counts)) return undefined;
    const entries = Object.entries(counts).map(([guid, count]): [string, number] => [guid.toLowerCase(), Number(count)]);
    return entries.every(([, count]) => Number.isInteger(count)) ? new Map(entries) : undefined;
  } catch {
    return undefined;
  }
}
