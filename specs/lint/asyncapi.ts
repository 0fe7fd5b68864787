import { Parser } from '@asyncapi/parser';
import type { Bundle } from '../build/bundle.ts';
import type { Finding } from './finding.ts';

/** File and line of what a path of a bundle leads to. */
export type PathPlace = (path: readonly (string | number)[]) => string;

/** The findings of the AsyncAPI project's own parser, without its informational remarks. */
export async function checkAsyncApi(document: Bundle, placeOf: PathPlace): Promise<readonly Finding[]> {
  const { diagnostics } = await new Parser().parse(JSON.stringify(document));
  return diagnostics
    .filter(({ severity }) => severity <= WARNING)
    .map(({ path, message, code }) => ({ where: placeOf(path), message: `${message} (${code}).` }));
}

/** Severities of the parser's linter: 0 is an error, 1 a warning, 2 and 3 are remarks. */
const WARNING = 1;
