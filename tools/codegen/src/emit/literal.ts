const COLUMNS = 140;

/** A value as TypeScript source, formatted as people would: on one line where it fits, strings in single quotes. */
export function literal(value: unknown, depth = 0, column = 0): string {
  const flat = flatLiteral(value);
  if (depth * 2 + column + flat.length <= COLUMNS || !isCollection(value)) return flat;
  const indent = '  '.repeat(depth + 1);
  const end = `\n${'  '.repeat(depth)}`;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${indent}${literal(item, depth + 1, 1)},`).join('\n')}${end}]`;
  }
  const members = Object.entries(value).map(
    ([key, item]) => `${indent}${propertyName(key)}: ${literal(item, depth + 1, propertyName(key).length + 3)},`,
  );
  return `{\n${members.join('\n')}${end}}`;
}

/** A table whose rows each start on a line of their own, however short they are. */
export function tableLiteral(rows: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(rows).map(([key, item]) => `  ${propertyName(key)}: ${literal(item, 1, propertyName(key).length + 3)},`);
  return `{\n${members.join('\n')}\n}`;
}

/** A key of an object literal or type: quoted only where it must be. */
export function propertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : stringLiteral(key);
}

export function stringLiteral(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return text.includes("'") && !text.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** A union of string literals, one to a line where they are many. `never` when there are none. */
export function unionType(names: readonly string[]): string {
  if (names.length === 0) return 'never';
  const flat = names.map(stringLiteral).join(' | ');
  return flat.length <= 100 ? flat : `\n${names.map((name) => `  | ${stringLiteral(name)}`).join('\n')}`;
}

/** An exported type alias of such a union. */
export function unionAlias(name: string, names: readonly string[]): string {
  const union = unionType(names);
  return `export type ${name} =${union.startsWith('\n') ? '' : ' '}${union};\n`;
}

function flatLiteral(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (!isCollection(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(flatLiteral).join(', ')}]`;
  const members = Object.entries(value).map(([key, item]) => `${propertyName(key)}: ${flatLiteral(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function isCollection(value: unknown): value is readonly unknown[] | Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
