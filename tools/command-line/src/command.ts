import type { Option, Settings } from './option.ts';

/** A command-line program: its commands, and nothing of how they are read. */
export interface Program {
  /** The name by which it is started. */
  readonly name: string;
  /** The package.json of its package, whose version `--version` prints. */
  readonly manifest: URL;
  readonly summary: string;
  /** In the order of the help. */
  readonly commands: readonly Command[];
  /** What else the help of the program says. */
  readonly notes?: string;
  /** Adds options from elsewhere, such as the environment, to the flags of a command. */
  complete?(flags: Settings, command: Command, terminal: Terminal): Settings;
  /** The line for an error that is not an {@link InputError}; undefined for a fault of the program, which is thrown on. */
  explain?(error: unknown): string | undefined;
}

/** One command of a program. */
export interface Command {
  /** One or more words: `listen`, `company add`; none, '', for the only command of a program. */
  readonly name: string;
  readonly summary: string;
  /** What stands after the name, in this order; none by default. One in brackets, `[FILE]`, may be left out. */
  readonly operands?: readonly string[];
  /** What stands behind `--`, such as `COMMAND [ARG...]`; in brackets where only some calls have it; nothing by default. */
  readonly rest?: string;
  readonly options: readonly Option[];
  /** What else the help of the command says, after its options. */
  readonly notes?: string;
  readonly examples: readonly string[];
  /** @returns the exit code @throws {InputError} for bad input */
  run(input: Input, terminal: Terminal): Promise<number>;
}

/** What a command was given. */
export interface Input {
  /** As many operands as it declares, less those in brackets that were left out. */
  readonly operands: readonly string[];
  /** The words behind `--`; undefined if there is none. */
  readonly rest: readonly string[] | undefined;
  readonly settings: Settings;
}

/** Where a program writes, and what it is given from outside. */
export interface Terminal {
  /** Writes a line to standard output. */
  out(line: string): void;
  /** Writes a line to standard error. */
  err(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends a command that would otherwise run until it is interrupted. */
  readonly signal: AbortSignal;
}
