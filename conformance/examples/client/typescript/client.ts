/**
 * A client of the API on @business-cloud/client. The conformance suite starts it like this:
 *
 *     business-cloud-conformance client -- node client.ts
 *
 * It does what CONFORMANCE_SCENARIO says, once, and exits with 0 if that succeeded.
 */
import { perform } from './perform.ts';

try {
  await perform(process.env);
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
