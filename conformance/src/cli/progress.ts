import { styleText } from 'node:util';
import type { RunEvent } from '../model/event.ts';
import { progressLine } from '../report/progress-line.ts';
import type { Screen } from './streams.ts';

/** On a terminal the line is redrawn this often at most; in a pipe a line is written this often. */
const REDRAW_MS = 100;
const LINE_MS = 10_000;

/** Shows how a run goes on. */
export interface Progress {
  readonly onEvent: (event: RunEvent) => void;
  /** Clears what was only for the moment. */
  readonly end: () => void;
}

/** One line that is redrawn, with what failed above it; in a pipe a line of counts every ten seconds. */
export function progress(screen: Screen, now: () => number = Date.now): Progress {
  return screen.isTTY === true ? terminalProgress(screen, now) : pipeProgress(screen, now);
}

interface Counts {
  done: number;
  total: number;
  failed: number;
  requests: number;
  readonly running: Set<string>;
}

function terminalProgress(screen: Screen, now: () => number): Progress {
  const counts = newCounts();
  let drawnAt = Number.NEGATIVE_INFINITY;
  const clear = (): void => void screen.write('\r\u001b[2K');
  const draw = (): void => {
    drawnAt = now();
    clear();
    const line = `${summary(counts)}  ${[...counts.running].join(' ')}`;
    screen.write(styleText('gray', line.slice(0, (screen.columns ?? 80) - 1), { validateStream: false }));
  };
  const onEvent = (event: RunEvent): void => {
    take(counts, event);
    if (event.type === 'rule-judged' && (event.result.outcome === 'fail' || event.result.outcome === 'error')) {
      clear();
      screen.write(`${progressLine(event.result)}\n`);
      draw();
    } else if (now() - drawnAt >= REDRAW_MS) draw();
  };
  return { onEvent, end: clear };
}

function pipeProgress(screen: Screen, now: () => number): Progress {
  const counts = newCounts();
  let writtenAt = now();
  const onEvent = (event: RunEvent): void => {
    take(counts, event);
    if (now() - writtenAt < LINE_MS) return;
    writtenAt = now();
    screen.write(`${summary(counts)}\n`);
  };
  return { onEvent, end: () => {} };
}

function newCounts(): Counts {
  return { done: 0, total: 0, failed: 0, requests: 0, running: new Set() };
}

function take(counts: Counts, event: RunEvent): void {
  if (event.type === 'run-started') counts.total = event.rules.length;
  if (event.type === 'rule-started') counts.running.add(event.rule);
  if (event.type === 'request-sent') counts.requests += 1;
  if (event.type !== 'rule-judged') return;
  counts.done = event.done;
  counts.running.delete(event.result.id);
  if (event.result.outcome === 'fail') counts.failed += 1;
}

function summary({ done, total, failed, requests }: Counts): string {
  if (total === 0) return 'Looking at the configuration and the target …';
  return `${done} of ${total} rules, ${failed === 0 ? 'none' : failed} failed, ${requests} requests`;
}
