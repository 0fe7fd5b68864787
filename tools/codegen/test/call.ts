import { runProgram } from '@business-cloud/command-line';
import { program } from '../src/program.ts';

/** Runs a command line of the generator within this process. */
export async function call(...args: string[]): Promise<{ code: number; out: string[]; err: string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const code = await runProgram(program, args, { ...terminal, env: {}, signal: new AbortController().signal });
  return { code, out, err };
}
