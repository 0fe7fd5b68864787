import { note } from '../model/scope.ts';
import { canonical, shown } from './canonical.ts';
import type { Compare } from './members.ts';

/** The mark `deprecated`: set, it is a warning; taken back, a remark. */
export const deprecation: Compare = (before, after, scope) => {
  const [was, is] = [before.value === true, after.value === true];
  if (is && !was) note(scope, 'deprecated', after.path, 'is deprecated now');
  if (was && !is) note(scope, 'wording', after.path, 'is no longer deprecated');
};

/** The mark `x-deprecation`: since when, until when, and what to use instead. */
export const deprecationNote: Compare = (before, after, scope) => {
  if (canonical(before) === canonical(after)) return;
  const [was, is] = [String(before.at('sunset').value), String(after.at('sunset').value)];
  const text = `x-deprecation was ${shown(before)}, is ${shown(after)}`;
  if (!before.exists) note(scope, 'deprecated', after.path, text);
  else note(scope, after.exists && is < was ? 'sunset-earlier' : 'wording', after.path, text);
};
