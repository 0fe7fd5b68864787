/** Prints a result for people and programs alike. @returns the exit code of a command that has done its work */
export function print(value: unknown): number {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  return 0;
}
