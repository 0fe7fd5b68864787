import { CodegenError } from '../codegen-error.ts';
import type { SchemaObject } from '../read/documents.ts';

/** The expression of fast-check for each format that the contract uses. */
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'fc.uuid()',
  email: 'fc.emailAddress()',
  uri: 'url()',
  'uri-reference': 'path()',
  date: 'day()',
  'date-time': 'instant()',
};

/** A pattern that excludes a few characters: ordinary text matches it, and reads better in a report than random matches. */
const ALL_BUT = /^\^\[\^[^\]]*\][+*]\$$/;

/** The arbitrary of a string schema, as source. Lengths count code points, as JSON Schema does. */
export function textArbitrary(schema: SchemaObject): string {
  const { format, pattern, minLength, maxLength } = schema;
  if (format === undefined || format === 'password') {
    return pattern === undefined ? `text(${lengths(minLength, maxLength)})` : patternArbitrary(pattern, minLength, maxLength);
  }
  const expression = FORMATS[format];
  if (expression === undefined) throw new CodegenError('unsupported-schema', `No arbitrary is known for strings of the format ${format}.`);
  return expression + (pattern === undefined ? '' : patternFilter(pattern)) + lengthFilter(minLength, maxLength);
}

function patternArbitrary(pattern: string, minLength = 0, maxLength?: number): string {
  if (ALL_BUT.test(pattern))
    return `text(${lengths(Math.max(pattern.endsWith('+$') ? 1 : 0, minLength) || undefined, maxLength)})${patternFilter(pattern)}`;
  return `fc.stringMatching(${expressionLiteral(pattern)})${lengthFilter(minLength || undefined, maxLength)}`;
}

function patternFilter(pattern: string): string {
  return `.filter((value) => ${expressionLiteral(pattern)}.test(value))`;
}

function expressionLiteral(pattern: string): string {
  return `/${new RegExp(pattern, 'u').source}/u`;
}

function lengths(minLength?: number, maxLength?: number): string {
  const limits = [
    ...(minLength === undefined ? [] : [`minLength: ${minLength}`]),
    ...(maxLength === undefined ? [] : [`maxLength: ${maxLength}`]),
  ];
  return limits.length === 0 ? '' : `{ ${limits.join(', ')} }`;
}

function lengthFilter(minLength?: number, maxLength?: number): string {
  const limits = [
    ...(minLength === undefined ? [] : [`[...value].length >= ${minLength}`]),
    ...(maxLength === undefined ? [] : [`[...value].length <= ${maxLength}`]),
  ];
  return limits.length === 0 ? '' : `.filter((value) => ${limits.join(' && ')})`;
}
