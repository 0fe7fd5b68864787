import type { OpenAPI3 } from 'openapi-typescript';
import type { TypeAliasDeclaration } from 'typescript';
import type { Deprecation } from '../model/contract.ts';
import { isReference, resolve } from '../model/resolve.ts';
import { deprecationText, textOf } from './doc-comment.ts';

/** Types for components that their schemas cannot say, by the names of the components. */
export type SpecialTypes = Readonly<Record<string, string>>;

/**
 * The one place that knows openapi-typescript. It is loaded here and not at the top, because it brings a whole TypeScript compiler,
 * which takes longer to load than everything else together, and packages without types do not need it.
 */
export async function typescriptTypes(document: object, special: SpecialTypes = {}): Promise<string> {
  const { default: transform, astToString, stringToAST } = await import('openapi-typescript');
  // It modifies its input, which is a copy.
  const nodes = await transform(withTexts(document, document) as OpenAPI3, {
    silent: true,
    alphabetize: true,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    transform(_schema, { path }) {
      const type = special[path?.replace('#/components/schemas/', '') ?? ''];
      if (type === undefined) return undefined;
      const [statement] = stringToAST(`type Special = ${type};`) as readonly TypeAliasDeclaration[];
      return statement?.type;
    },
  });
  return documented(indentByTwo(astToString(nodes)));
}

/** What the tables of the library hold, which it leaves without a comment. Without a text, `@constant` says no more than the type. */
const TABLES = {
  paths: 'Every path of the API, with its operations by method.',
  webhooks: 'What the document calls webhooks: nothing.',
  components: 'What several operations share: schemas, responses, parameters and headers, by their names in the contract.',
  operations: 'Every operation of the API by its operationId, with its parameters, body and answers.',
};

function documented(source: string): string {
  return Object.entries(TABLES)
    .reduce(
      (text, [name, comment]) => text.replace(new RegExp(`^export (?:interface|type) ${name}\\b`, 'm'), `/** ${comment} */\n$&`),
      source,
    )
    .replaceAll(/^ *\/\*\* @constant \*\/\n|^ *\* @constant\n/gm, '')
    .replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */');
}

function indentByTwo(source: string): string {
  return source.replace(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 2));
}

/**
 * A copy that says its texts where the library writes them without a tag: summary, description, and for what is deprecated until when, since
 * the library writes `@deprecated` without a text. A reference without a text has that of what it leads to. Examples and values stay as
 * they are.
 */
function withTexts(node: unknown, document: object): unknown {
  if (Array.isArray(node)) return node.map((item) => withTexts(item, document));
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).map(([name, value]) => [name, VALUES.has(name) ? value : withTexts(value, document)]);
  const whole: Texts = Object.fromEntries(members);
  const { summary, description, 'x-deprecation': deprecation, ...copy } = whole;
  // A member of an object that is called description is a schema, and no text.
  if (typeof summary === 'object' || typeof description === 'object') return whole;
  const target: Texts = isReference(node) && summary === undefined && description === undefined ? resolve<Texts>(document, node) : {};
  const text = [textOf(summary, description), referredText(target), deprecation && deprecationText(deprecation)]
    .filter(Boolean)
    .join(' ')
    .replaceAll('*/', '* /');
  return text === '' ? copy : { ...copy, title: text };
}

function referredText({ summary, description }: Texts): string {
  return typeof summary === 'object' || typeof description === 'object' ? '' : textOf(summary, description);
}

interface Texts {
  readonly summary?: string | object;
  readonly description?: string | object;
  readonly 'x-deprecation'?: Deprecation;
  readonly [member: string]: unknown;
}

const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);
