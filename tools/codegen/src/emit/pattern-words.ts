import { CodegenError } from '../codegen-error.ts';
import type { Contract } from '../model/contract.ts';
import { requestParts } from '../model/part.ts';
import { isReference, resolve } from '../model/resolve.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { tableLiteral } from './literal.ts';

/** pattern-words.ts: what each pattern of a request means, for people: no refusal shows the pattern itself. */
export const patternWordsEmitter: Emitter = {
  artefact: 'pattern-words',
  async emit(contract) {
    const table = `/** What fits each pattern that a request must match, as the end of a sentence that begins with "must be". */
export const patternWords: { readonly [pattern: string]: string } = ${tableLiteral(Object.fromEntries(wordsOf(contract)))};
`;
    const sources = [SOURCE_FILES.admin, SOURCE_FILES.customer, SOURCE_FILES.limits];
    return [{ name: 'pattern-words.ts', content: header(contract, ...sources) + table }];
  },
};

function wordsOf(contract: Contract): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const ofLimits = new Map(contract.limits.map(({ value, words }) => [value, words]));
  for (const part of requestParts(contract)) collect(part.schema, contract.documents[part.document], new Set());
  return found;

  function collect(node: unknown, document: object, seen: Set<object>): void {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    if (isReference(node)) collect(resolve(document, node), document, seen);
    if ('pattern' in node && typeof node.pattern === 'string') add(node.pattern, 'x-words' in node ? node['x-words'] : undefined);
    for (const [name, value] of Object.entries(node)) if (!name.startsWith('x-')) collect(value, document, seen);
  }

  function add(pattern: string, mark: unknown): void {
    const words = mark ?? ofLimits.get(pattern);
    if (typeof words !== 'string')
      throw new CodegenError(
        'unsupported-schema',
        `The pattern ${pattern} says nothing to people. Write x-words beside it, or words in limits.yaml.`,
      );
    if ((found.get(pattern) ?? words) !== words)
      throw new CodegenError(
        'unsupported-schema',
        `The pattern ${pattern} is called "${words}" and "${found.get(pattern)}". Choose one of them.`,
      );
    found.set(pattern, words);
  }
}
