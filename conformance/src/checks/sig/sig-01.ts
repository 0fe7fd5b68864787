import { headerNames } from '../../api/header-names.ts';
import { type Check, check } from '../../model/check.ts';
import { JUDGED } from '../../model/evidence.ts';
import { headerLines } from '../../receiver/attempt.ts';
import { signature } from '../../scenarios/deliveries/signed-by.ts';
import { judgedAttempts } from '../../scenarios/events/judged-attempts.ts';

/** SIG-01: every delivery carries the signature header: one line of comma-separated prefix=value elements with t and v2. */
export const sig01: Check = check('SIG-01', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  const name = headerNames(context.target.service.headerWord).signature;
  for (const { attempt } of await judgedAttempts(context)) {
    const lines = headerLines(attempt, name);
    context.judge(lines.length === 1, {
      message: `Every delivery must carry ${name} on a single line.`,
      expected: 'one line',
      actual: `${lines.length} lines`,
      about: { [JUDGED]: attempt },
    });
    const parts = signature(context, attempt);
    const wellFormed = parts?.elements.every(([prefix, value]) => prefix !== '' && value !== undefined) ?? false;
    context.judge(wellFormed, {
      message: `${name} must consist of prefix=value elements.`,
      expected: 't=<TIMESTAMP>,v2=<SIGNATURE>',
      actual: shape(lines),
      about: { [JUDGED]: attempt },
    });
    for (const prefix of ['t', 'v2']) {
      const present = parts?.elements.some(([other, value]) => other === prefix && value !== '') ?? false;
      context.judge(present, {
        message: `${name} must have an element ${prefix}.`,
        expected: `${prefix}=…`,
        actual: shape(lines),
        about: { [JUDGED]: attempt },
      });
    }
  }
});

/** The header without its values. A signature is no secret, but only the form matters here. */
function shape(lines: readonly string[]): string {
  return lines.map((line) => line.replaceAll(/=[^,]*/g, '=…')).join(' | ') || 'no such header';
}
