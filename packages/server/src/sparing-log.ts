import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** How often one reason is logged at most, in milliseconds. */
const PERIOD_MS = 10_000;
/** How many reasons are counted apart. They name users and companies. */
const REASONS_MAX = 100;
const OTHER = 'Other reasons.';

/** A refusal that many requests may share. */
export interface Refusal {
  /** `warn` for what is refused by design, `error` for an outage. */
  readonly level: 'warn' | 'error';
  readonly reason: string;
  /** Only where its stack tells something. */
  readonly err?: unknown;
}

/** Logs the first refusal for each reason at once, and after that how many there were. So a flood of requests makes no flood of lines. */
export interface SparingLog {
  note(log: FastifyBaseLogger, refusal: Refusal): void;
}

export function createSparingLog(app: FastifyInstance): SparingLog {
  const counts = new Map<string, { readonly level: Refusal['level']; count: number }>();
  let timer: NodeJS.Timeout | undefined;

  function tell(): void {
    for (const [reason, counted] of counts) {
      if (counted.count === 0) counts.delete(reason);
      else app.log[counted.level]({ reason, count: counted.count, withinMs: PERIOD_MS }, 'More requests were refused for the same reason.');
      counted.count = 0;
    }
    timer = counts.size === 0 ? undefined : setTimeout(tell, PERIOD_MS).unref();
  }

  app.addHook('onClose', async () => {
    clearTimeout(timer);
    tell();
    clearTimeout(timer);
  });
  return {
    note(log, { level, reason: given, err }) {
      timer ??= setTimeout(tell, PERIOD_MS).unref();
      const reason = counts.has(given) || counts.size < REASONS_MAX ? given : OTHER;
      const counted = counts.get(reason);
      if (counted !== undefined) {
        counted.count += 1;
        return;
      }
      counts.set(reason, { level, count: 0 });
      log[level]({ reason, count: 1, ...(err !== undefined && { err }) }, 'A request was refused for now.');
    },
  };
}
