import { expect, test } from 'vitest';
import { WebhookError } from '../src/index.ts';

class TooManyDeliveries extends WebhookError {
  readonly perMinute: number;

  constructor(perMinute: number) {
    super('sender-not-allowed', 'Too many deliveries.');
    this.perMinute = perMinute;
  }
}

class TooManyOfOneType extends TooManyDeliveries {}

test('a class of the user that extends the error is a class of its own', () => {
  const [own, inner, ours] = [new TooManyDeliveries(60), new TooManyOfOneType(5), new WebhookError('mismatch', 'No.')];
  const isOne = (error: unknown) => [
    error instanceof WebhookError,
    error instanceof TooManyDeliveries,
    error instanceof TooManyOfOneType,
    error instanceof Error,
  ];
  expect([isOne(own), isOne(inner), isOne(ours), isOne(new Error('no')), isOne(undefined)]).toEqual([
    [true, true, false, true],
    [true, true, true, true],
    [true, false, false, true],
    [false, false, false, true],
    [false, false, false, false],
  ]);
});

test('instanceof gives the type of the class that it asks for', () => {
  const error: unknown = new TooManyDeliveries(60);
  expect(error instanceof TooManyDeliveries && error.perMinute).toBe(60);
  expect(error instanceof WebhookError && error.code).toBe('sender-not-allowed');
});

test('an error of another copy of the package is one of this', () => {
  const another: unknown = Object.assign(new Error('No.'), { code: 'mismatch', isWebhookError: true });
  expect([another instanceof WebhookError, another instanceof TooManyDeliveries]).toEqual([true, false]);
});
