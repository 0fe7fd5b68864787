import type { OpenAPI3 } from 'openapi-typescript';
import type { TypeAliasDeclaration } from 'typescript';
import type { Deprecation } from '../model/contract.ts';
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
  const nodes = await transform(withTexts(document) as OpenAPI3, {
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
  return indentByTwo(astToString(nodes));
}

function indentByTwo(source: string): string {
  return source.replace(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 2));
}

/**
 * A copy that says its texts where the library writes them without a tag: summary, description, and for what is deprecated until when, since
 * the library writes `@deprecated` without a text. Examples and values stay as they are.
 */
function withTexts(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withTexts);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).map(([name, value]) => [name, VALUES.has(name) ? value : withTexts(value)]);
  const whole: Texts = Object.fromEntries(members);
  const { summary, description, 'x-deprecation': deprecation, ...copy } = whole;
  // A member of an object that is called description is a schema, and no text.
  if (typeof summary === 'object' || typeof description === 'object') return whole;
  const text = [textOf(summary, description), deprecation && deprecationText(deprecation)]
    .filter(Boolean)
    .join(' ')
    .replaceAll('*/', '* /');
  return text === '' ? copy : { ...copy, title: text };
}

interface Texts {
  readonly summary?: string | object;
  readonly description?: string | object;
  readonly 'x-deprecation'?: Deprecation;
  readonly [member: string]: unknown;
}

const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);
