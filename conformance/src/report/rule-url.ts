/** The address of the project. */
export const PROJECT_URL = 'https://github.com/business-cloud/business-cloud';

/** The page on which the contract states a rule. */
export function ruleUrl(rule: string): string {
  return `${PROJECT_URL}/blob/main/specs/rules/${rule.split('-')[0]?.toLowerCase()}.yaml`;
}
