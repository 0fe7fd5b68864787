/** How the private packages of this repository read the contract as it is checked and built here. */
export { type BindingFault, type BindingRule, type Bindings, bindRules } from './bind-rules.ts';
export { circlesOf, type Reference, referencesIn } from './circles.ts';
export { type SaidLimit, sayLimits } from './limit-text.ts';
