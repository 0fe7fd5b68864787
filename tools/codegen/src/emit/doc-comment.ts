import type { Deprecation } from '../model/contract.ts';

/** What a doc comment can say of an operation, an event or a type. */
export interface Documented {
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly deprecation?: Deprecation | undefined;
}

/** A doc comment on lines of its own; nothing when there is nothing to say. */
export function docComment({ summary, description, deprecation }: Documented, indent: string): string {
  const text = textOf(summary, description);
  const lines = [text, deprecation && tag(deprecation)].flatMap((line) => (line ? [line.replaceAll('*/', '* /')] : []));
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${indent} * ${lines.join(`\n${indent} *\n${indent} * `)}\n${indent} */\n`;
}

/** The type of an object whose members stand on lines of their own, since a declaration file loses a comment in the middle of a line. */
export function documentedObject(members: readonly (Documented & { readonly declaration: string })[], indent: string): string {
  const lines = members.map((member) => `${docComment(member, `${indent}  `)}${indent}  ${member.declaration};\n`);
  return `{\n${lines.join('')}${indent}}`;
}

/** Summary and description as one text, which editors show as it is; a tag for the description they would leave empty. */
export function textOf(summary: string | undefined, description: string | undefined): string {
  return [summary && asSentence(summary), description].flatMap((text) => (text ? [text.replaceAll(/\s+/g, ' ').trim()] : [])).join(' ');
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Since when, until when at least, and what to use: in one line for people. */
export function deprecationText({ since, sunset, instead }: Deprecation): string {
  return `Since ${since}; it may be gone from ${sunset} on. ${instead}`;
}

function tag(deprecation: Deprecation): string {
  return `@deprecated ${deprecationText(deprecation)}`;
}
