import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { render } from '../../src/cli/reporter.ts';
import type { ShownDelivery, ShownExchange } from '../../src/model/evidence.ts';
import type { ConformanceResult, RuleFailure } from '../../src/model/result.ts';
import { consoleFailure } from '../../src/report/console-report.ts';
import { leftLines } from '../../src/report/left-lines.ts';
import { sampleResult } from './sample-result.ts';

/** Clears the screen, rings the bell, sets a colour in the short form, moves back, and changes the direction of text. */
const EVIL = '\u001b[2J\u0007\u009b31m\r\u202e';
const OBEYED = /[^\P{Cc}\n\t]|\u202e/u;

/** The sample with these characters in everything that comes from the target. */
function evilResult(): ConformanceResult {
  const result = sampleResult();
  return {
    ...result,
    rules: result.rules.map((rule) => ({
      ...rule,
      reason: rule.reason === null ? null : `${EVIL}${rule.reason}`,
      ...(rule.failure && { failure: evilFailure(rule.failure) }),
    })),
    cleanup: { ...result.cleanup, left: result.cleanup.left.map((left) => ({ ...left, id: EVIL, reason: EVIL })) },
  };
}

function evilFailure(failure: RuleFailure): RuleFailure {
  return {
    ...failure,
    message: EVIL,
    expected: 'a',
    actual: EVIL,
    exchanges: failure.exchanges.map(evilExchange),
    deliveries: failure.deliveries.map(evilDelivery),
  };
}

function evilExchange(exchange: ShownExchange): ShownExchange {
  if (exchange.answer === undefined) return exchange;
  return { ...exchange, answer: { ...exchange.answer, rawHeaders: ['x-evil', EVIL], body: EVIL } };
}

function evilDelivery(delivery: ShownDelivery): ShownDelivery {
  return { ...delivery, url: EVIL, headers: [['x-evil', `${EVIL}${'x'.repeat(9000)}`]], body: EVIL };
}

describe('what a target sends', () => {
  test.each(['console', 'json', 'sarif', 'markdown', 'github', 'har'] as const)('moves no cursor in the report %s', (kind) => {
    const text = stripVTControlCharacters(render(kind, evilResult()).replaceAll('\u009b', '<csi>'));
    expect([text.includes('<csi>'), OBEYED.exec(text)]).toEqual([false, null]);
  });

  test('is escaped and shortened in the console report', () => {
    const text = render('console', evilResult());
    expect(text).toContain('\\u001b[2J\\u0007\\u009b31m\\u000d\\u202e');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(2000);
  });

  test('is the same text in the JSON report', () => {
    const { rules } = JSON.parse(render('json', evilResult()));
    expect(rules.flatMap(({ failure }: { failure?: RuleFailure }) => failure?.actual ?? [])).toContain(EVIL);
  });

  test('moves no cursor in the failure of a test, or in the list of what is left', () => {
    const result = evilResult();
    const texts = result.rules.flatMap((rule) => (rule.failure ? [consoleFailure(rule, rule.failure, result)] : []));
    for (const text of [...texts, ...leftLines(result.cleanup)]) expect(OBEYED.exec(text)).toBeNull();
  });
});
