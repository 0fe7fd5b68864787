import type { OptionKind } from '#runtime';

/** Header values are visible ASCII, with spaces inside. */
export const headerValue: OptionKind = {
  expected: 'printable ASCII',
  accepts: (value) => typeof value === 'string' && /^[!-~]([ -~]*[!-~])?$/.test(value),
};
