import { bindRules } from '../binding/bind-rules.ts';
import { bundleDocument, DOCUMENTS, type DocumentName } from '../build/bundle.ts';
import { publishedContract } from '../build/published-contract.ts';
import { sourceLine } from '../build/source-places.ts';
import { checkCircles } from './circles.ts';
import { type Contract, readContract, SPECS_FOLDER } from './contract.ts';
import { ContractError } from './contract-error.ts';
import { checkEvents } from './examples/check-events.ts';
import { checkExchanges } from './examples/check-exchanges.ts';
import { checkFolders } from './examples/check-folders.ts';
import { checkOrphans } from './examples/check-orphans.ts';
import { checkProblems } from './examples/check-problems.ts';
import type { Finding } from './finding.ts';
import { checkFiredEvents } from './fired-events.ts';
import { checkLedger } from './ledger.ts';
import { checkLimits } from './limits.ts';
import { checkNames } from './names.ts';
import { checkPatterns } from './patterns.ts';
import { checkPlaces, readPlaces } from './places.ts';
import { checkRedocly } from './redocly.ts';
import { checkRegisters } from './registers.ts';
import { checkSignedEvents } from './signed-events.ts';
import { checkUnusedLimits } from './unused-limits.ts';

/**
 * Everything that is checked of the contract, the cheap before the dear: the form of the registers, names, circles and patterns, each document by itself, all of them
 * together, and what other people's linters say of what is published. A step that finds something ends the check, because the next ones
 * read what it judges.
 */
export async function checkContract(folder: string = SPECS_FOLDER): Promise<readonly Finding[]> {
  try {
    const registers = checkRegisters(folder);
    if (registers.length > 0) return registers;
    const sources = [...checkNames(folder), ...checkCircles(folder), ...checkPatterns(folder)];
    if (sources.length > 0) return sources;
    const contract = readContract(folder);
    const documents = await checkRedocly(contract, folder);
    if (documents.length > 0) return documents;
    const together = await checkTogether(contract, folder);
    return together.length > 0 ? together : await checkPublished(folder);
  } catch (error) {
    if (error instanceof ContractError) return error.findings;
    throw error;
  }
}

/** What the documents, registers and examples say of each other. */
async function checkTogether(contract: Contract, folder: string): Promise<readonly Finding[]> {
  const { rules, examples, problems } = contract;
  const limits = Object.fromEntries(contract.limits);
  const [admin, customer, events] = [
    await bundleDocument('openapi/admin', folder),
    await bundleDocument('openapi/customer', folder),
    await bundleDocument('asyncapi/events', folder),
  ];
  const bindings = bindRules(
    rules.map(({ rule }) => rule),
    [admin, customer, events],
  );
  const names = bindings.subjects.map(({ name }) => name);
  return [
    ...checkLedger(contract, bindings),
    ...checkPlaces(rules, readPlaces(folder)),
    ...checkFiredEvents(bindings.subjects, (node, ...path) => sourceLine(node, path, folder)),
    ...checkSignedEvents(events, bindings.subjects, (node, ...path) => sourceLine(node, path, folder)),
    ...checkLimits(limits, contract),
    ...checkUnusedLimits(limits, folder),
    ...checkFolders(examples, new Set([...names, ...SHARED_EXAMPLES])),
    ...checkOrphans(folder),
    ...checkExchanges(admin, examples),
    ...checkExchanges(customer, examples),
    ...checkEvents(events, examples),
    ...checkProblems(customer, examples, problems),
  ];
}

/** What the AsyncAPI project's parser and Spectral say. Both are loaded only when they are needed, because that takes longest. */
async function checkPublished(folder: string): Promise<readonly Finding[]> {
  const [{ checkAsyncApi }, { checkSpectral }] = await Promise.all([import('./asyncapi.ts'), import('./spectral.ts')]);
  const { documents } = await publishedContract(folder);
  const found = [...(await checkAsyncApi(documents['asyncapi/events'], await placesIn('asyncapi/events', folder)))];
  for (const name of Object.keys(DOCUMENTS) as DocumentName[]) {
    found.push(...(await checkSpectral(documents[name], await placesIn(name, folder))));
  }
  // The webhooks are made of the events: what is wrong with them is to be seen there.
  found.push(...(await checkSpectral(documents['openapi/webhooks'], () => 'asyncapi/events.yaml:1')));
  return found;
}

/** The lines of a document's sources by the paths of its bundle, which are those of what is published too. */
async function placesIn(name: DocumentName, folder: string): Promise<(path: readonly (string | number)[]) => string> {
  const bundle = await bundleDocument(name, folder);
  return (path) => sourceLine(bundle, path, folder);
}

/** Folders of examples that belong to no single operation. */
const SHARED_EXAMPLES: readonly string[] = ['problem', 'signatures', 'verify'];
