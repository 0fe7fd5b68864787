import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const repository = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** The contract, and every package that the service is made of. */
const SERVICE = ['specs', ...['runtime', 'command-line', 'events', 'server', 'service'].map(folderOf)];

/** These, and every other package into which the contract is generated; their tests too, since these are compiled with them. */
export const whole: readonly string[] = [...SERVICE, 'packages/client', 'conformance'];

const LEFT_OUT = /\/(?:node_modules|dist|released|\.turbo|vitest\.config\.ts)(?:\/|$)/;

/** The packages into which the contract is generated, each after those that it is made of. */
export const generatedPackages = ['events', 'server', 'service', 'client', 'conformance'] as const;

type Package = (typeof generatedPackages)[number];

function folderOf(name: string): string {
  if (name === 'specs' || name === 'conformance') return name;
  return ['command-line', 'runtime'].includes(name) ? `tools/${name}` : `packages/${name}`;
}

/** A demo that runs, called as its user in its first company. */
export interface Demo {
  call(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly body: unknown }>;
}

/** A copy of the contract and of the service, in which a test makes the changes that a person would make. */
export interface WorkspaceCopy extends AsyncDisposable {
  /** Replaces text that must stand in a file. */
  edit(file: string, from: string, to: string): void;
  write(file: string, content: string): void;
  /** Makes a change of `docs/changes`. */
  apply(change: string): Promise<void>;
  read(file: string): string;
  /** What was edited or written outside of the contract. */
  byHand(): readonly string[];
  /** Runs the generator of this repository on the copy. */
  generate(...packages: readonly Package[]): Promise<void>;
  /** What the compiler finds wrong in a package and in its tests; empty when there is nothing. */
  check(name: Package): Promise<string>;
  /** Runs a program of the copy. Returns what it printed. @throws where it fails */
  run(file: string, ...args: readonly string[]): Promise<string>;
  /** Serves the demo of the copied service until the copy is disposed of. */
  demo(): Promise<Demo>;
}

export function copyWorkspace(folders: readonly string[] = SERVICE): WorkspaceCopy {
  const root = mkdtempSync(join(tmpdir(), 'workspace-'));
  for (const folder of folders) copyFolder(folder, root);
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  for (const file of ['package.json', 'tsconfig.base.json', 'vitest.defaults.ts']) cpSync(join(repository, file), join(root, file));
  const processes: ChildProcess[] = [];
  const written = new Set<string>();
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const write = (file: string, content: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
    written.add(file);
  };
  return {
    read,
    write,
    edit(file, from, to) {
      const content = read(file);
      if (!content.includes(from)) throw new Error(`${file} does not hold ${from}`);
      const edited = content.replace(from, () => to);
      write(file, edited);
    },
    async apply(change) {
      const diff = join(repository, 'docs/changes', `${change}.diff`);
      await run('git', ['apply', diff], { cwd: root });
      const { stdout } = await run('git', ['apply', '--numstat', '-z', diff], { cwd: root });
      for (const line of stdout.split('\0').filter((one) => one !== '')) written.add(line.split('\t')[2] ?? '');
    },
    byHand: () => [...written].filter((file) => !file.startsWith('specs/')),
    async generate(...packages) {
      const cli = join(repository, 'tools/codegen/src/cli.ts');
      for (const name of packages) {
        const out = join(root, folderOf(name), 'src/generated');
        await run(process.execPath, [cli, 'generate', name, '--specs', join(root, 'specs'), '--out', out]);
      }
    },
    async check(name) {
      const compiler = join(repository, 'node_modules/.bin/tsc');
      return await run(compiler, ['-p', join(root, folderOf(name))]).then(
        () => '',
        (error: { readonly stdout?: string }) => error.stdout ?? String(error),
      );
    },
    async run(file, ...args) {
      const { stdout } = await run(process.execPath, [join(root, file), ...args], { maxBuffer: 2 ** 26 });
      return stdout;
    },
    async demo() {
      const cli = join(root, 'packages/service/src/cli.ts');
      const child = spawn(process.execPath, [cli, 'demo', '--port', '0', '--print', 'json'], { stdio: ['ignore', 'pipe', 'pipe'] });
      processes.push(child);
      const complaint = text(child.stderr);
      const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), once(child, 'exit')]);
      if (typeof line !== 'string') throw new Error(`The demo ended with ${line}: ${await complaint}`);
      return demoOf(JSON.parse(line));
    },
    async [Symbol.asyncDispose]() {
      for (const child of processes) {
        const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
        child.kill('SIGKILL');
        await ended;
      }
      rmSync(root, { recursive: true });
    },
  };
}

/** What is installed is linked, but packages of this repository lead to their copies. */
function copyFolder(folder: string, root: string): void {
  cpSync(join(repository, folder), join(root, folder), {
    recursive: true,
    filter: (path) => !LEFT_OUT.test(path.slice(repository.length)),
  });
  const installed = join(repository, folder, 'node_modules');
  if (!existsSync(installed)) return;
  mkdirSync(join(root, folder, 'node_modules'));
  for (const name of readdirSync(installed).filter((entry) => !entry.startsWith('.') && entry !== '@business-cloud')) {
    symlinkSync(join(installed, name), join(root, folder, 'node_modules', name));
  }
  for (const name of globSync('@business-cloud/*', { cwd: installed })) {
    const target = join(root, folderOf(name.replace('@business-cloud/', '')));
    mkdirSync(join(root, folder, 'node_modules/@business-cloud'), { recursive: true });
    symlinkSync(target, join(root, folder, 'node_modules', name));
  }
}

/** What the demo prints of itself, as far as it is needed to call it. */
interface Printed {
  readonly service: { readonly adminUrl: string; readonly customerUrl: string };
  readonly credentials: { readonly userName: string; readonly password: string; readonly apiKey: string };
  readonly companies: readonly { readonly licenseKey: string }[];
}

async function demoOf({ service, credentials: { userName, password, apiKey }, companies }: Printed): Promise<Demo> {
  const headers = { 'Content-Type': 'application/json', 'X-Service-ApiKey': apiKey, 'X-Service-ApplicationId': 'change' };
  const credentials = JSON.stringify({ UserName: userName, Password: password });
  const login = await fetch(`${service.adminUrl}/api/v3/authenticate`, { method: 'POST', headers, body: credentials });
  const admitted = {
    ...headers,
    Authorization: `Bearer ${login.headers.get('X-Token')}`,
    'X-Service-LicenseKey': companies[0]?.licenseKey ?? '',
  };
  return {
    async call(method, path, body) {
      const sent = body === undefined ? null : JSON.stringify(body);
      const answer = await fetch(service.customerUrl + path, { method, headers: admitted, body: sent });
      const answered = await answer.text();
      return { status: answer.status, body: answered === '' ? undefined : JSON.parse(answered) };
    },
  };
}
