export { callSafely } from './callbacks.ts';
export { nearest } from './nearest.ts';
export {
  anything,
  callable,
  defined,
  flag,
  type Given,
  listOf,
  milliseconds,
  type OptionKind,
  type OptionKinds,
  oneOf,
  readOptions,
  record,
  required,
  text,
  wholeNumber,
} from './options.ts';
export { printable } from './printable.ts';
export { shown, shownText, tellsSecret } from './secrets.ts';
export { sleep, startTimer, type Timer, within } from './timers.ts';
