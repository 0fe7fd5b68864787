import { beforeEach, expect, test } from 'vitest';
import { WINDOW_MAX } from '../../src/delivery/endpoint.ts';
import { createEndpoints, type Endpoints } from '../../src/delivery/endpoints.ts';
import { deliveryId, type WebhookId, webhookId } from '../../src/model/ids.ts';

const IN_TIME = { answered: true, late: false };
const NO_ANSWER = { answered: false, late: true };

let endpoints: Endpoints;

beforeEach(() => {
  endpoints = createEndpoints();
});

/** Claims as much as there is room for, and no more than that. */
function claim(webhook: number, atMost = Number.POSITIVE_INFINITY): number {
  const count = Math.max(0, Math.min(atMost, endpoints.roomOf(webhookId(webhook))));
  const rest = { claimId: 'c', attemptCount: 0, dueAt: 0, url: 'https://example.com/', secretSealed: '', body: '{}' };
  for (let id = 0; id < count; id += 1) endpoints.add({ ...rest, id: deliveryId(id), webhookId: webhookId(webhook) });
  return count;
}

/** Sends whatever has a place, and says to which webhooks. */
function send(): WebhookId[] {
  const sent: WebhookId[] = [];
  for (let next = endpoints.next(); next !== undefined; next = endpoints.next()) sent.push(next.webhookId);
  return sent;
}

/** Answers so many deliveries of a webhook in time, one after another. */
function answer(webhook: number, times: number): void {
  for (let index = 0; index < times; index += 1) {
    claim(webhook, 1);
    send();
    endpoints.ended(webhookId(webhook), IN_TIME);
  }
}

function hang(webhook: number): void {
  claim(webhook, 1);
  for (const sent of send()) endpoints.late(sent);
}

test('an endpoint begins with one delivery; each answer doubles how many are held, up to a bound, and eight are in flight', () => {
  const claimed: number[] = [];
  for (let answers = 0; answers < 8; answers += 1) {
    claimed.push(endpoints.roomOf(webhookId(1)));
    answer(1, 1);
  }
  expect(claimed).toEqual([1, 2, 4, 8, 16, 32, WINDOW_MAX, WINDOW_MAX]);
  claim(1);
  expect(send()).toHaveLength(8);
  expect(endpoints.full()).toEqual([1]);
});

test('no answer takes an endpoint back to one delivery, and what is ready for it is given back', () => {
  answer(1, 6);
  claim(1);
  expect(send()).toHaveLength(8);
  for (let index = 0; index < 8; index += 1) endpoints.late(webhookId(1));
  expect(endpoints.surplus(true)).toHaveLength(WINDOW_MAX - 8);
  for (let index = 0; index < 8; index += 1) endpoints.ended(webhookId(1), NO_ANSWER);
  expect(endpoints.roomOf(webhookId(1))).toBe(1);
});

test('attempts that are late take no place of endpoints that answer in time', () => {
  for (let id = 1; id <= 128; id += 1) claim(id);
  expect(send()).toHaveLength(128);
  claim(200);
  expect(send()).toEqual([]);
  endpoints.late(webhookId(1));
  expect(send()).toEqual([200]);
});

test('slow endpoints share places of their own, and hold nothing that they have no place for', () => {
  for (let id = 1; id <= 300; id += 1) hang(id);
  expect(endpoints.slow(webhookId(300))).toBe(true);
  for (let id = 1; id <= 300; id += 1) endpoints.ended(webhookId(id), NO_ANSWER);
  for (let id = 1; id <= 300; id += 1) claim(id, 1);
  expect(send()).toHaveLength(128);
  expect(endpoints.surplus(true)).toHaveLength(300 - 128);
  expect(endpoints.full()).toHaveLength(300);
  claim(999);
  expect(send()).toEqual([999]);
});

test('an endpoint that answered late has one place even if those that never answer have all the others', () => {
  hang(999);
  endpoints.ended(webhookId(999), { answered: true, late: true });
  for (let id = 1; id <= 128; id += 1) hang(id);
  for (let id = 1; id <= 128; id += 1) endpoints.ended(webhookId(id), NO_ANSWER);
  for (let id = 1; id <= 128; id += 1) claim(id, 1);
  expect(send()).toHaveLength(128);
  claim(999);
  expect(send()).toEqual([999]);
  expect(endpoints.roomOf(webhookId(999))).toBe(0);
});

test('an endpoint that answers in time again is slow no longer', () => {
  hang(1);
  endpoints.ended(webhookId(1), NO_ANSWER);
  claim(1);
  send();
  expect(endpoints.slow(webhookId(1))).toBe(true);
  endpoints.ended(webhookId(1), IN_TIME);
  expect(endpoints.slow(webhookId(1))).toBe(false);
});

test('endpoints have their turns', () => {
  for (const id of [1, 2, 3]) answer(id, 2);
  for (const id of [1, 2, 3]) claim(id, 2);
  expect(send()).toEqual([1, 2, 3, 1, 2, 3]);
});

test('at the end all that is ready is given back', () => {
  answer(1, 6);
  claim(1);
  send();
  expect(endpoints.surplus(false)).toHaveLength(WINDOW_MAX - 8);
  expect(endpoints.next()).toBeUndefined();
});
