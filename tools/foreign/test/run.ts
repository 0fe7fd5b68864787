import { spawn } from 'node:child_process';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads from its standard input. */
  readonly input?: string;
}

/** Runs a program to its end and answers what it wrote to its standard output. */
export function run(command: string, args: readonly string[], { cwd, env, input = '' }: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
    child.stdin.end(input);
    const [out, all]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (part: Buffer) => out.push(part) && all.push(part));
    child.stderr.on('data', (part: Buffer) => all.push(part));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(out).toString());
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${Buffer.concat(all).toString().slice(-6000)}`));
    });
  });
}
