import type { OptionKind } from '#runtime';
import { HEADER_WORD_PATTERN } from '../generated/limits.ts';

/** The product word, a part of the name of a header (D-13). */
export const headerWordKind: OptionKind = {
  expected: 'letters and digits, with hyphens inside',
  accepts: (value) => typeof value === 'string' && HEADER_WORD_PATTERN.test(value),
};
