import type { ShownDelivery, ShownExchange } from '../model/evidence.ts';
import type { RuleFailure } from '../model/rule-result.ts';
import { deliveryLines, deliveryTitle, exchangeLines } from './wire-text.ts';

/** One step of a failure: a call of the suite, or a delivery of the target. */
export type Step = NumberedExchange | NumberedDelivery;

interface Numbered {
  /** Its place among the steps, counted from 1. */
  readonly number: number;
  /** Why it is shown, and which calls were in flight with it. */
  readonly why: string;
}

export interface NumberedExchange extends Numbered {
  readonly exchange: ShownExchange;
}

export interface NumberedDelivery extends Numbered {
  readonly delivery: ShownDelivery;
}

/** The steps of a failure, in the order in which they happened. */
export function stepsOf({ exchanges, deliveries }: RuleFailure): readonly Step[] {
  const steps: (ShownExchange | ShownDelivery)[] = [...exchanges];
  for (const delivery of deliveries) {
    const at = steps.findIndex((step) => timeOf(step) > delivery.arrivedAt);
    steps.splice(at < 0 ? steps.length : at, 0, delivery);
  }
  return steps.map((step, index) => {
    const number = index + 1;
    if (!('call' in step)) return { number, why: `${deliveryTitle(step)}: ${step.why}`, delivery: step };
    return { number, why: [step.why, ...marksOf(step, steps)].join('; '), exchange: step };
  });
}

/** The steps without which the failure cannot be understood. */
export function pinnedSteps(failure: RuleFailure): readonly Step[] {
  return stepsOf(failure).filter((step) => 'delivery' in step || step.exchange.pinned);
}

/** A step as lines of text. */
export function stepLines(step: Step): readonly string[] {
  const lines = 'delivery' in step ? deliveryLines(step.delivery) : exchangeLines(step.exchange);
  return [`${step.number}. ${step.why}`, ...lines.map((line) => `  ${line}`)];
}

function timeOf(step: ShownExchange | ShownDelivery): number {
  return 'call' in step ? step.startedAt : step.arrivedAt;
}

/** Marks of an exchange that ran beside others, or that the suite cut short. */
function marksOf({ together, onPurpose }: ShownExchange, steps: readonly (ShownExchange | ShownDelivery)[]): readonly string[] {
  const others = steps.flatMap((step, index) => ('call' in step && step.together === together ? [index + 1] : []));
  return [
    ...(together === undefined ? [] : [`in flight together: ${others.join(', ')}`]),
    ...(onPurpose ? ['the suite closed the connection before the answer'] : []),
  ];
}
