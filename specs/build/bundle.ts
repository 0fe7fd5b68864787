import { join } from 'node:path';
import { bundle, createConfig, stringifyYaml } from '@redocly/openapi-core';
import { sayLimits } from '../binding/limit-text.ts';
import { readContract, SPECS_FOLDER } from '../lint/contract.ts';
import { ContractError } from '../lint/contract-error.ts';
import { contractPlugin } from '../lint/contract-plugin.ts';
import { findingOf } from '../lint/redocly.ts';
import { isNode } from '../lint/visitor.ts';
import { keepPlace } from './source-places.ts';

/** The documents of the contract, by the name under which they are published. */
export const DOCUMENTS = {
  'openapi/admin': 'openapi/admin.yaml',
  'openapi/customer': 'openapi/customer.yaml',
  'asyncapi/events': 'asyncapi/events.yaml',
} as const;

export type DocumentName = keyof typeof DOCUMENTS;

export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as DocumentName[];

/** A document in one piece: references lead into its own components, examples stand where they were referred to. */
export type Bundle = Readonly<Record<string, unknown>>;

/**
 * Bundles one document.
 *
 * @throws {ContractError} when a reference leads nowhere or two components would get one name
 */
export async function bundleDocument(name: DocumentName, folder: string = SPECS_FOLDER): Promise<Bundle> {
  const contract = readContract(folder);
  const config = await createConfig({
    plugins: [contractPlugin(contract)],
    decorators: { 'contract/inline-examples': 'on', 'contract/note-places': 'on' },
  });
  const ref = join(folder, DOCUMENTS[name]);
  const { bundle: document, problems } = await bundle({ ref, config, componentRenamingConflicts: 'error' });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new ContractError(errors.map((problem) => findingOf(problem, folder)));
  if (!isNode(document.parsed))
    throw new ContractError([{ where: `${DOCUMENTS[name]}:1`, message: 'It is no object. Write a document there.' }]);
  sayLimits(document.parsed, contract.limits);
  return name === 'asyncapi/events' ? withoutSiblings(document.parsed) : document.parsed;
}

/** Draft-07, the dialect of AsyncAPI, ignores what stands beside a reference; beside an allOf with the reference it counts. */
function withoutSiblings(node: Bundle): Bundle {
  const { $ref, ...others } = Object.fromEntries(Object.entries(node).map(([name, member]) => [name, insideOf(member)]));
  if ($ref === undefined) return keepPlace(others, node);
  return keepPlace(Object.keys(others).length === 0 ? { $ref } : { allOf: [{ $ref }], ...others }, node);
}

function insideOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(insideOf);
  return isNode(value) ? withoutSiblings(value) : value;
}

/** The document as YAML, the same bytes each time. */
export function toYaml(document: unknown): string {
  return stringifyYaml(document, { lineWidth: -1, noRefs: true });
}

/** The document as JSON, the same bytes each time. */
export function toJson(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
