import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The files of a rule, as paths from the root of the repository. */
export interface Places {
  readonly statement: string;
  /** Undefined for a rule without a check. */
  readonly check: string | undefined;
  /** The scenarios that the check imports. */
  readonly scenarios: readonly string[];
  /** The mutants that were written for the rule. */
  readonly mutants: string | undefined;
}

/** Finds the files of a rule by its id. The family is the first part of the id. */
export function placesOf(id: string): Places {
  const [family = ''] = id.toLowerCase().split('-');
  const check = existing(`conformance/src/checks/${family}/${id.toLowerCase()}.ts`);
  return {
    statement: `specs/rules/${family}.yaml`,
    check,
    scenarios: check === undefined ? [] : scenariosOf(check),
    mutants: existing(`conformance/mutants/${family}/${id.toLowerCase()}.ts`),
  };
}

function existing(path: string): string | undefined {
  return globSync(path, { cwd: ROOT })[0];
}

function scenariosOf(check: string): readonly string[] {
  const { module } = parseSync(check, readFileSync(join(ROOT, check), 'utf8'));
  const imported = module.staticImports.map(({ moduleRequest }) => relative(ROOT, join(ROOT, dirname(check), moduleRequest.value)));
  return imported.filter((path) => path.startsWith('conformance/src/scenarios/'));
}
