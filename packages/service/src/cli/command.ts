import type { Option } from './option.ts';
import type { Settings } from './settings.ts';

/** One command of the command line. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  readonly examples: readonly string[];
  /** @throws {ServiceError} told in one sentence, with exit code 2 */
  run(settings: Settings): Promise<void>;
}

/** Prints a result for people and programs alike. */
export function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
