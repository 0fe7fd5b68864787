import type { Deprecation } from '../model/contract.ts';

/** What a doc comment can say of an operation, an event or a type. */
export interface Documented {
  readonly summary?: string | undefined;
  readonly deprecation?: Deprecation | undefined;
}

/** A doc comment on lines of its own; nothing when there is nothing to say. */
export function docComment({ summary, deprecation }: Documented, indent: string): string {
  const lines = [summary, deprecation && tag(deprecation)].flatMap((line) => (line === undefined ? [] : [line.replaceAll('*/', '* /')]));
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${indent} * ${lines.join(`\n${indent} *\n${indent} * `)}\n${indent} */\n`;
}

/** The same for a member in the middle of a line. */
export function inlineDocComment({ deprecation }: Documented): string {
  return docComment({ deprecation }, '').replace('\n', ' ');
}

/** Since when, until when at least, and what to use: in one line for people. */
export function deprecationText({ since, sunset, instead }: Deprecation): string {
  return `Since ${since}; it may be gone from ${sunset} on. ${instead}`;
}

function tag(deprecation: Deprecation): string {
  return `@deprecated ${deprecationText(deprecation)}`;
}
