import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { name: string; version: string };

/** The name and version of this suite, for the reports. */
export const suite: { readonly name: string; readonly version: string } = { name: manifest.name, version: manifest.version };

/** The address of the project. */
export const PROJECT_URL = 'https://github.com/business-cloud/business-cloud';

/** The page on which the contract states a rule. */
export function ruleUrl(rule: string): string {
  return `${PROJECT_URL}/blob/main/specs/rules/${rule.split('-')[0]?.toLowerCase()}.yaml`;
}
