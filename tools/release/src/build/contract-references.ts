import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { REPOSITORY_FOLDER } from '../repository.ts';

const COMMENT = /\/\*\*.*?\*\//gs;

/** The ids of every rule and every decision: `IDEM-13`, `D-07`. */
export async function contractIds(specs: string = join(REPOSITORY_FOLDER, 'specs')): Promise<readonly string[]> {
  const families = (await readdir(join(specs, 'rules'))).filter((file) => file.endsWith('.yaml')).sort();
  const texts = await Promise.all(families.map((file) => readFile(join(specs, 'rules', file), 'utf8')));
  const rules = texts.flatMap((text): readonly { id: string }[] => parse(text));
  const decisions = (await readdir(join(specs, 'decisions'))).flatMap((file) => /^00(\d\d)-/.exec(file)?.[1] ?? []);
  return [...rules.map(({ id }) => id), ...decisions.map((number) => `D-${number}`)];
}

/**
 * Says in the comments of declarations what an id is, and where it can be looked up: users of the package do not know our ids.
 *
 * @example
 * explainIds('/** Kept for 24 hours (IDEM-11, IDEM-12). *\/', ids); // (rules IDEM-11, IDEM-12 of `@business-cloud/specs`)
 */
export function explainIds(declarations: string, ids: readonly string[]): string {
  const id = `(?:${ids.join('|')})`;
  // What is quoted is a value of the program, as in an example.
  const list = new RegExp(`(?<!['"\`\\w-])${id}(?:(?:,|,? and|,? or| to)[\\s*]+${id})*(?![\\w'"\`])`, 'g');
  return declarations.replaceAll(COMMENT, (comment) =>
    comment.replaceAll(list, (found) => `${kindOf(found.match(new RegExp(id, 'g')) ?? [])} ${found} of \`@business-cloud/specs\``),
  );
}

function kindOf(ids: readonly string[]): string {
  const decisions = ids.filter((id) => id.startsWith('D-')).length;
  const plural = ids.length > 1 ? 's' : '';
  if (decisions === 0) return `rule${plural}`;
  return decisions === ids.length ? `decision${plural}` : 'rules and decisions';
}
