import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { Contract } from '../../lint/contract.ts';
import { contractPlugin } from '../../lint/contract-plugin.ts';

/** A contract of two operations and one message, small enough to break one thing at a time. */
export const SMALL_CONTRACT: Contract = {
  examples: fileURLToPath(new URL('../fixture/examples', import.meta.url)),
  rules: [],
  problems: new Map(
    Object.entries({
      bad: 400,
      unknown: 401,
      forbidden: 403,
      busy: 409,
      large: 413,
      odd: 415,
      'concurrency-conflict': 422,
      broken: 500,
      away: 503,
    }).map(([code, status]) => [code, { code, status, title: code, retryable: false, raisedBy: 'pipeline', at: 'problems.yaml:1' }]),
  ),
  sections: new Map([['Things', ['1', '2', 'Retry, same key']]]),
  said: new Map([['Things: 2', 'up to five times']]),
  limits: new Map([
    ['thingRetention', { description: 'How long.', value: 2, unit: 'd', decision: 'D-01', better: 'higher', at: 'limits.yaml:1' }],
  ]),
  decisions: new Set(['D-01']),
};

const SEVERITY = 'error';
const config = await createConfig({
  plugins: [contractPlugin(SMALL_CONTRACT)],
  rules: {
    'contract/leaves-bindings': SEVERITY,
    'contract/has-examples': SEVERITY,
    'contract/marked': SEVERITY,
    'contract/plain-schema': SEVERITY,
    'contract/describes-members': SEVERITY,
    'contract/dates-deprecations': SEVERITY,
    'contract/known-marks': SEVERITY,
    'contract/published-texts': SEVERITY,
  },
  oas3_1Rules: {
    'contract/names-problems': SEVERITY,
    'contract/declares-statuses': SEVERITY,
    'contract/says-what-it-does': SEVERITY,
    'contract/examples-exist': SEVERITY,
    'contract/implied-marks': SEVERITY,
    'contract/secured': SEVERITY,
  },
});

/** The findings in a document, each as the rule and the place. */
export async function findingsOf(document: object): Promise<readonly string[]> {
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer ?? ''}`);
}

/** A refusal as the contract wants it. */
export function refusal(...codes: readonly string[]): Record<string, unknown> {
  const examples = Object.fromEntries(codes.map((code) => [code, { value: {} }]));
  return {
    description: 'No.',
    'x-chosen': 'D-01',
    'x-problems': codes,
    content: { 'application/problem+json': { schema: { type: 'object' }, examples } },
  };
}

/** What every operation refuses with. */
export const REFUSALS = {
  400: refusal('bad'),
  401: refusal('unknown'),
  403: refusal('forbidden'),
  500: refusal('broken'),
  503: refusal('away'),
};
