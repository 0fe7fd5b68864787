/** The test of a stand-in: the suite judges what it serves. */
export const TEST_TEXT = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTarget, runConformance } from '@business-cloud/conformance';
import { accounts, createService } from '../src/service.ts';

// What it serves so far. Take the webhooks in once it has them: 'HOOK-*', 'EVT-*', 'SIG-*' and 'DLV-*'.
const served = ['AUTH-*', 'COMP-*', 'CONC-*', 'ERR-*', 'HDR-*', 'IDEM-*', 'RES-*', 'VER-*'];

test('the service keeps every rule of the contract for what it serves', async () => {
  const service = await createService();
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  try {
    const { apiKeys: [apiKey], companies, users: [{ userName, password }] } = accounts;
    const configuration = {
      service: { adminUrl: url, customerUrl: url },
      credentials: { userName, password, apiKey },
      companies,
    };
    const target = parseTarget(JSON.stringify(configuration), 'conformance.json');
    const { rules, summary } = await runConformance(target, { rules: served, budget: 'quick' });
    const broken = rules.flatMap(({ id, failure }) => (failure === undefined ? [] : [\`\${id} \${failure.message}\`]));
    assert.deepEqual(broken, []);
    assert.ok(summary.pass > 0);
    console.log(\`\${summary.pass} rules hold\`);
  } finally {
    await service.close();
  }
});
`;
