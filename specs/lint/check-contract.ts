import { bindRules } from '../binding/bind-rules.ts';
import { bundleDocument } from '../build/bundle.ts';
import { publishedContract } from '../build/published-contract.ts';
import { checkAsyncApi } from './asyncapi.ts';
import { readContract, SPECS_FOLDER } from './contract.ts';
import { checkEvents } from './examples/check-events.ts';
import { checkExchanges } from './examples/check-exchanges.ts';
import { checkFolders } from './examples/check-folders.ts';
import { checkProblems } from './examples/check-problems.ts';
import type { Finding } from './finding.ts';
import { checkFiredEvents } from './fired-events.ts';
import { checkLedger } from './ledger.ts';
import { checkLimits, readLimits } from './limits.ts';
import { checkPlaces, readPlaces } from './places.ts';
import { checkSpectral } from './spectral.ts';

/** Everything that is checked across the documents, after Redocly has checked each. */
export async function checkContract(folder: string = SPECS_FOLDER): Promise<readonly Finding[]> {
  const contract = readContract(folder);
  const admin = await bundleDocument('openapi/admin', folder);
  const customer = await bundleDocument('openapi/customer', folder);
  const events = await bundleDocument('asyncapi/events', folder);
  const { documents: published } = await publishedContract(folder);
  const bindings = bindRules(
    contract.rules.map(({ rule }) => rule),
    [admin, customer, events],
  );
  const names = bindings.subjects.map(({ name }) => name);
  return [
    ...(await checkAsyncApi(published['asyncapi/events'])),
    ...(await Promise.all(Object.entries(published).map(([name, document]) => checkSpectral(name, document)))).flat(),
    ...checkLedger(contract, bindings),
    ...checkPlaces(contract.rules, readPlaces(folder)),
    ...checkFiredEvents(bindings.subjects),
    ...checkLimits(readLimits(folder), contract),
    ...checkFolders(contract.examples, new Set([...names, ...SHARED_EXAMPLES])),
    ...checkExchanges(admin, contract.examples),
    ...checkExchanges(customer, contract.examples),
    ...checkEvents(events, contract.examples),
    ...checkProblems(customer, contract.examples, contract.problems),
  ];
}

/** Folders of examples that belong to no single operation. */
const SHARED_EXAMPLES: readonly string[] = ['problem', 'signatures'];
