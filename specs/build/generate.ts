// Writes what the contract holds that is made of the rest of it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPECS_FOLDER } from '../lint/contract.ts';
import { verificationTests } from './verification-tests.ts';

for (const [file, content] of await verificationTests()) writeFileSync(join(SPECS_FOLDER, file), content);
