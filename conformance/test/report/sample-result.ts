import { type Rule, rules } from '../../src/generated/rules.ts';
import { conclude } from '../../src/model/conclusion.ts';
import type { ShownDelivery, ShownExchange } from '../../src/model/evidence.ts';
import { type ConformanceResult, type RuleFailure, type RuleResult, summarize } from '../../src/model/result.ts';

const startedAt = Date.parse('2026-05-04T10:00:00Z');

const created: ShownExchange = {
  why: 'created the object in question',
  pinned: true,
  call: {
    method: 'POST',
    url: 'http://127.0.0.1:8080/api/v3/1/Anagrafica',
    headers: [
      ['X-Service-ApiKey', '<API_KEY>'],
      ['Authorization', 'Bearer <ACCESS_TOKEN>'],
      ['Idempotency-Key', '6c84fb90-12c4-41e1-840d-725b3fbaef29'],
      ['Content-Type', 'application/json'],
    ],
    body: '{"nome":"conformance-1a2b3c4d <script>alert(1)</script> & \\"Società\\""}',
  },
  answer: {
    status: 201,
    rawHeaders: ['content-type', 'application/json', 'location', '/api/v3/1/Anagrafica/41'],
    body: '{"id":41,"nome":"conformance-1a2b3c4d <script>alert(1)</script> & \\"Società\\"","concurrencyToken":1}',
  },
  startedAt,
  durationMs: 12,
};

const lost: ShownExchange = {
  why: 'under way at the same time',
  pinned: true,
  together: 1,
  call: created.call,
  lost: 'UND_ERR_SOCKET',
  startedAt: startedAt + 20,
  durationMs: 30_000,
};

const refused: ShownExchange = {
  why: 'this was judged',
  pinned: true,
  together: 1,
  call: { ...created.call, method: 'GET', url: 'http://127.0.0.1:8080/api/v3/1/Anagrafica/41' },
  answer: { status: 404, rawHeaders: ['content-type', 'application/problem+json'], body: '{"code":"not-found"}' },
  startedAt: startedAt + 40,
  durationMs: 3,
};

const delivered: ShownDelivery = {
  why: 'arrived at a webhook of this rule',
  webhook: '12',
  method: 'POST',
  url: 'https://localhost:4711/conformance-1a2b3c4d-hook-1',
  headers: [
    ['content-type', 'application/json'],
    ['service-signature', 't=1777888800,v2=00ff'],
  ],
  body: '{"Type":"Anagrafica.Create","EventGuid":"0f0e0d0c-0b0a-4908-8706-050403020100"}',
  answered: '204',
  attempt: 2,
  remoteAddress: '127.0.0.1',
  arrivedAt: startedAt + 30,
};

export const sampleFailure: RuleFailure = {
  message: 'Retry 1 with the same key (contact) must return the original status.',
  expected: '201',
  actual: '200 ]]> <b>bold</b>\u0000 \u{1f6b2}',
  fingerprint: '0123456789ab',
  seed: 7,
  property: 1,
  path: '0:1',
  replayPath: 'BAB:F',
  counterexample: '{"creation":contact,"rest":["nothing"]}',
  exchanges: [created, lost, refused],
  deliveries: [delivered],
  clockMoved: false,
};

function resultOf({ id, level, role, clause, statement }: Rule): RuleResult {
  return {
    id,
    level,
    role,
    clause,
    statement,
    outcome: 'pass',
    reason: null,
    runs: 12,
    requests: 34,
    durationMs: 567,
    coverage: { getArticolo: 3 },
  };
}

const special: Readonly<Record<string, Partial<RuleResult>>> = {
  'IDEM-03': { outcome: 'fail', failure: sampleFailure },
  'COMP-03': {
    outcome: 'fail',
    failure: { ...sampleFailure, counterexample: null, path: null, replayPath: null, property: null },
    known: 'ticket 4711',
  },
  'COMP-04': { known: 'was broken once' },
  'COMP-07': { reason: 'whether a company of another user is refused: set foreignCompany' },
  'AUTH-10': { outcome: 'skip', reason: 'the source leaves this open: judged only under --profile reference', requests: 0, runs: 0 },
  'SIG-01': { outcome: 'inconclusive', reason: 'no delivery came' },
  'HDR-07': { outcome: 'error', reason: 'Cannot read properties of undefined' },
};

/** A run with every outcome, a partial pass, a known failure and an unexpected pass. */
export function sampleResult(changes: Readonly<Record<string, Partial<RuleResult>>> = special): ConformanceResult {
  const results = rules.filter(({ role }) => role === 'service').map((rule): RuleResult => ({ ...resultOf(rule), ...changes[rule.id] }));
  return {
    target: {
      role: 'service',
      adminUrl: 'http://127.0.0.1:8080',
      customerUrl: 'http://127.0.0.1:8080',
      version: 'v3',
      headerWord: 'Service',
    },
    command: 'business-cloud-conformance service --config staging.yaml',
    profile: 'stated',
    budget: 'standard',
    seed: 7,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: 12_345,
    requests: 2345,
    answers: [],
    lostAnswers: 0,
    summary: summarize(results),
    conclusion: conclude(results, 'stated'),
    cleanup: {
      removed: 321,
      left: [{ operation: 'createDocumento', company: '1', id: '7', reason: 'deleteDocumento is answered 409' }],
      unknown: [{ operation: 'createWebhook', creations: 2 }],
    },
    rules: results,
  };
}
