import { InputError } from '#command-line';
import { nearest } from '#runtime';
import { matching, selectRules } from '../engine/select-rules.ts';
import { type Rule, rules } from '../generated/rules.ts';
import { familyOf } from './options.ts';

/** Says that no rule has this id, and suggests the nearest. @param role whose rules are meant; undefined for all */
export function unknownRule(where: string, written: string, role?: Rule['role']): InputError {
  const ids = (role === undefined ? rules : selectRules([], role)).map(({ id }) => id);
  // A rule of another role is not misspelt.
  const meant = matching(rules, [written]).length > 0 ? undefined : nearest(written.toUpperCase(), ids);
  const family = familyOf(role ?? 'service');
  const advice = meant === undefined ? `use an id such as ${family}-03, or a pattern such as '${family}-*'` : `write ${meant}`;
  const of = role === undefined ? '' : `${role} `;
  return new InputError(`${where}: no ${of}rule is called ${written}; ${advice}; 'business-cloud-conformance rules' lists them.`);
}
