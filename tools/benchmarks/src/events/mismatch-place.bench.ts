import { verify, WebhookError } from '@business-cloud/events';
import type { Benchmark } from '../benchmark.ts';
import type { Contender } from '../measure.ts';
import { BODY, SECRET, SIGNATURE, TIMESTAMP } from './signed-delivery.ts';

/** A signature that is wrong in one digit. */
function wrongAt(name: string, place: number): Contender {
  const digit = SIGNATURE.charAt(place) === '0' ? '1' : '0';
  const header = `t=${TIMESTAMP},v2=${SIGNATURE.slice(0, place)}${digit}${SIGNATURE.slice(place + 1)}`;
  return {
    name: `the ${name} digit is wrong`,
    run() {
      try {
        verify({ header, body: BODY, secret: SECRET });
      } catch (error) {
        if (error instanceof WebhookError && error.code === 'mismatch') return;
        throw error;
      }
      throw new Error('the signature is wrong');
    },
  };
}

export const benchmark: Benchmark = {
  title: 'refuse a signature, by the place of its wrong digit',
  goal: '1.00 everywhere, within the noise: the time tells nothing about the place',
  open: async () => ({ contenders: [wrongAt('first', 0), wrongAt('middle', 32), wrongAt('last', 63), wrongAt('first (again)', 0)] }),
};
