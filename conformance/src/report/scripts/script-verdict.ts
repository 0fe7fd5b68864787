import { isReplayed } from '../../http/answer.ts';
import { JUDGED, type ShownExchange } from '../../model/evidence.ts';
import type { RuleFailure } from '../../model/result.ts';

/** A shell condition that is true if the rule holds, or the reason why there is none. */
export type ScriptVerdict = { readonly holds: string } | { readonly unseen: string };

/** Statuses at the beginning of what was expected. */
const STATUSES = /^(?:(\d(?:\d\d|xx)(?:(?:,| or|, or) \d(?:\d\d|xx))*)(?:$|[ ,;])|(a refusal)|(any status but 2xx))/;

/** How a script tells whether a service keeps the rule now. Exchanges are numbered from 1, as in the failure. */
export function scriptVerdict(failure: RuleFailure): ScriptVerdict {
  const { exchanges, deliveries, clockMoved, expected } = failure;
  const judged = exchanges.findLastIndex(({ why }) => why === JUDGED);
  const exchange = exchanges[judged];
  if (clockMoved) return { unseen: "the run moved the target's clock on between these requests, which this script cannot do" };
  if (exchange === undefined)
    return {
      unseen:
        deliveries.length > 0
          ? 'the fault shows in deliveries, which only their receiver sees'
          : 'the fault shows only in several answers together',
    };
  if (/^one 2xx/.test(expected)) return { holds: `[ "$(executed ${numbersTogether(exchanges, exchange)})" -eq 1 ]` };
  const number = judged + 1;
  if (expected === 'Idempotent-Replayed: true') return { holds: `is_replayed ${number}` };
  if (expected.endsWith('no Idempotent-Replayed: true') || expected.endsWith('not marked as replayed'))
    return isReplayed(exchange.answer ?? NONE) ? { holds: `! is_replayed ${number}` } : { unseen: DETAILS };
  const statuses = statusesIn(expected);
  if (statuses !== undefined && !statuses.test(String(exchange.answer?.status ?? '')))
    return { holds: `case "$(status ${number})" in ${statuses.shell}) true ;; *) false ;; esac` };
  const like = exchanges.findIndex(({ answer }, index) => index !== judged && answer?.body === expected && expected !== '');
  return like < 0 ? { unseen: DETAILS } : { holds: `[ "$(body ${number})" = "$(body ${like + 1})" ]` };
}

const DETAILS = 'compare the answer above with what is expected';
const NONE = { status: 0, rawHeaders: [], body: '' };

interface Statuses {
  readonly shell: string;
  readonly test: (status: string) => boolean;
}

function statusesIn(expected: string): Statuses | undefined {
  const [, list, refusal, unsuccessful] = STATUSES.exec(expected) ?? [];
  if (unsuccessful !== undefined) return { shell: '[!2]*', test: (status) => status !== '' && !status.startsWith('2') };
  const patterns = list?.match(/\d(?:\d\d|xx)/g) ?? (refusal === undefined ? [] : ['4xx']);
  if (patterns.length === 0) return undefined;
  const shell = patterns.map((pattern) => pattern.replaceAll('x', '?')).join('|');
  return { shell, test: (status) => patterns.some((pattern) => isLike(status, pattern)) };
}

function isLike(status: string, pattern: string): boolean {
  return status.length === pattern.length && [...pattern].every((sign, index) => sign === 'x' || sign === status[index]);
}

function numbersTogether(exchanges: readonly ShownExchange[], judged: ShownExchange): string {
  const isOf = (one: ShownExchange): boolean => one === judged || (one.together !== undefined && one.together === judged.together);
  return exchanges.flatMap((one, index) => (isOf(one) ? [index + 1] : [])).join(' ');
}
