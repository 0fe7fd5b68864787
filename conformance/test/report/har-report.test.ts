import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { harReport } from '../../src/report/har-report.ts';
import { runConformance } from '../../src/suite/run-conformance.ts';
import { sampleFailure, sampleResult } from './sample-result.ts';

/** The published schemas of HAR 1.2, written in draft 6. */
const { har, ...others }: Record<string, { readonly $schema?: string }> = createRequire(import.meta.url)('har-schema');
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
for (const { $schema: _draft, ...schema } of Object.values(others)) ajv.addSchema(schema);
const { $schema: _draft, ...root } = har ?? {};
const validate = ajv.compile(root);

describe('the HAR report', () => {
  test('is HAR 1.2 by its published schema, a request without an answer too', () => {
    const exchanges = sampleFailure.exchanges.map((exchange) => ({ rule: 'IDEM-03', exchange }));
    const log = JSON.parse(harReport({ ...sampleResult(), exchanges }));
    validate(log);
    expect(validate.errors).toBeNull();
    expect(log.log.entries.map(({ response }: { response: { status: number } }) => response.status)).toEqual([201, 0, 404]);
  });

  test('holds every request of a run, as many as every other count says, and no secret', async () => {
    const { target, close } = await startFaultyService();
    let sent = 0;
    try {
      const onEvent = ({ type }: { readonly type: string }): void => {
        if (type === 'request-sent') sent += 1;
      };
      const result = await runConformance(target, { rules: ['AUTH-01'], budget: 'quick', keepExchanges: true, onEvent });
      const text = harReport(result);
      expect(JSON.parse(text).log.entries).toHaveLength(sent);
      expect(result.requests).toBe(sent);
      expect(text).toContain('<ACCESS_TOKEN>');
      expect([target.credentials.password, target.credentials.apiKey].filter((secret) => text.includes(secret))).toEqual([]);
    } finally {
      await close();
    }
  });
});
