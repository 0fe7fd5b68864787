/** An option that a command takes. */
export interface Option {
  /** Without the two hyphens. */
  readonly name: string;
  /** What the help calls its value, such as `FILE`. An option without one is a switch. */
  readonly value?: string;
  /** The values that it takes, where there are few: a shell completes them. */
  readonly choices?: readonly string[];
  /** Any option whose name fits counts as this one; its values are then `NAME=VALUE`. */
  readonly named?: RegExp;
  readonly help: string;
  /** It may be given several times. Of every other option the last value counts. */
  readonly multiple?: boolean;
}

/** The values of an option, and where they were found, which is said when they are wrong. */
export interface Setting {
  readonly source: string;
  readonly values: readonly string[];
}

/** The options that are set, by name. A switch that is on has the value `true`. */
export type Settings = ReadonlyMap<string, Setting>;
