export type { Command, Input, Program, Terminal } from './command.ts';
export { InputError } from './input-error.ts';
export type { Option, Setting, Settings } from './option.ts';
export { processTerminal } from './process-terminal.ts';
export { readFlags } from './read-flags.ts';
export { runProgram } from './run-program.ts';
export { choiceOf, choicesOf, isSet, numberOf, requiredOf, textOf, textsOf } from './values.ts';
