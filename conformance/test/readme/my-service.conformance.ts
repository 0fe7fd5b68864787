import { readFile } from 'node:fs/promises';
import { parseTarget } from '@business-cloud/conformance';
import { conformanceTests } from '@business-cloud/conformance/vitest';

const file = process.env.CONFORMANCE_CONFIG ?? 'conformance.yaml';

conformanceTests(async () => parseTarget(await readFile(file, 'utf8'), file), { rules: ['COMP-*'], budget: 'quick' });
