import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

/** What the modules that a file imports are called in it: values and types, re-exports, and `import()` of a fixed name. */
export function importsOf(file: string): readonly string[] {
  const { module, errors } = parseSync(file, readFileSync(file, 'utf8'));
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file} cannot be read: ${error.message}`);
  const source = readFileSync(file, 'utf8');
  const reexported = module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value));
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => literal(source.slice(start, end)));
  const names = [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reexported, ...dynamic];
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** The name in quotes; undefined for one that is worked out at run time. */
function literal(text: string): string | undefined {
  const [first] = text;
  return (first === "'" || first === '"') && text.endsWith(first) ? text.slice(1, -1) : undefined;
}
