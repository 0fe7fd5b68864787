import { styleText } from 'node:util';
import type { RuleResult } from '../model/result.ts';
import type { RunEvent } from '../model/run-options.ts';
import { fitted } from '../report/fitted.ts';
import { mark } from '../report/outcomes.ts';
import type { Screen } from './streams.ts';

const LONGEST_STATEMENT = 90;

/** The least time between two drawings on a terminal, and between two lines in a pipe. */
const REDRAW_MS = 100;
const LINE_MS = 10_000;
const TICK_MS = 1_000;
const USUAL_COLUMNS = 80;
/** With less than this, the time that is left cannot be estimated. */
const LEAST_DONE = 5;
const LEAST_ELAPSED_MS = 3_000;

/** Shows the progress of a run. */
export interface Progress {
  readonly onEvent: (event: RunEvent) => void;
  /** Clears the line that is redrawn. */
  readonly end: () => void;
}

/** On a terminal, one line that is redrawn, with the failures above it. In a pipe, a line of counts every ten seconds. */
export function progress(screen: Screen, now: () => number = Date.now): Progress {
  return screen.isTTY === true ? terminalProgress(screen, now) : pipeProgress(screen, now);
}

interface Counts {
  done: number;
  total: number;
  failed: number;
  requests: number;
  /** When the first rule began. */
  begunAt: number | undefined;
  readonly running: Set<string>;
}

function terminalProgress(screen: Screen, now: () => number): Progress {
  const counts = newCounts();
  const columns = (): number => screen.columns ?? USUAL_COLUMNS;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const clear = (): void => void screen.write('\r\u001b[2K');
  const draw = (): void => {
    drawnAt = now();
    clear();
    const pieces = [...summary(counts, now()), [...counts.running].join(' ')];
    screen.write(styleText('gray', fittingPieces(pieces, columns() - 1), { validateStream: false }));
  };
  const onEvent = (event: RunEvent): void => {
    take(counts, event, now);
    if (event.type === 'rule-judged' && (event.result.outcome === 'fail' || event.result.outcome === 'error')) {
      clear();
      screen.write(`${fitted(progressLine(event.result), columns()).join('\n')}\n`);
      draw();
    } else if (now() - drawnAt >= REDRAW_MS) draw();
  };
  // Keeps the clock moving while nothing is sent.
  const timer = setInterval(draw, TICK_MS).unref();
  const end = (): void => {
    clearInterval(timer);
    clear();
  };
  return { onEvent, end };
}

function pipeProgress(screen: Screen, now: () => number): Progress {
  const counts = newCounts();
  let writtenAt = now();
  const write = (): void => {
    if (now() - writtenAt < LINE_MS) return;
    writtenAt = now();
    screen.write(`${summary(counts, now()).join(', ')}\n`);
  };
  const onEvent = (event: RunEvent): void => {
    take(counts, event, now);
    write();
  };
  const timer = setInterval(write, TICK_MS).unref();
  return { onEvent, end: () => clearInterval(timer) };
}

function newCounts(): Counts {
  return { done: 0, total: 0, failed: 0, requests: 0, begunAt: undefined, running: new Set() };
}

function take(counts: Counts, event: RunEvent, now: () => number): void {
  if (event.type === 'run-started') {
    counts.total = event.rules.length;
    counts.begunAt = now();
  }
  if (event.type === 'rule-started') counts.running.add(event.rule);
  if (event.type === 'request-sent') counts.requests += 1;
  if (event.type !== 'rule-judged') return;
  counts.done = event.done;
  counts.running.delete(event.result.id);
  if (event.result.outcome === 'fail') counts.failed += 1;
}

/** The parts of the line, the most important first. */
function summary({ done, total, failed, requests, begunAt }: Counts, nowMs: number): readonly string[] {
  if (begunAt === undefined) return ['Checking the configuration and the target …'];
  const elapsedMs = nowMs - begunAt;
  // The first rules may be skipped ones, which take no time.
  const isTold = done >= LEAST_DONE && elapsedMs >= LEAST_ELAPSED_MS && done < total;
  return [
    `${done} of ${total} rules`,
    `${failed === 0 ? 'none' : failed} failed`,
    clock(elapsedMs),
    ...(isTold ? [`about ${clock((elapsedMs / done) * (total - done))} left`] : []),
    `${requests} requests`,
  ];
}

function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** As many of the pieces as fit. Only the first may be cut. */
function fittingPieces(pieces: readonly string[], columns: number): string {
  let line = '';
  for (const piece of pieces) {
    const longer = line === '' ? piece : `${line}, ${piece}`;
    if (longer.length > columns) return line === '' ? piece.slice(0, columns) : line;
    line = longer;
  }
  return line.replace(/, $/, '');
}

/** One line for a rule that has just been judged. */
function progressLine(rule: RuleResult): string {
  const cost = styleText('gray', `${rule.requests} requests, ${(rule.durationMs / 1000).toFixed(1)} s`);
  return `${mark(rule)} ${rule.id.padEnd(8)} ${shorten(rule.statement)}  ${cost}`;
}

function shorten(statement: string): string {
  return statement.length <= LONGEST_STATEMENT ? statement : `${statement.slice(0, LONGEST_STATEMENT - 1)}…`;
}
