import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.ts';

const PACKAGE = join(import.meta.dirname, '..');
const TOOLS = join(PACKAGE, 'tools');
const CACHE = join(PACKAGE, 'node_modules/.cache');

/** Versions of what has no lock file of its own. */
const GENERATOR = 'org.openapitools:openapi-generator-cli:7.25.0';
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';

/** The jar of openapi-generator, from Maven's registry. */
export async function openapiGenerator(): Promise<string> {
  const folder = await installed('openapi-generator', GENERATOR, async (target) => {
    await run('mvn', ['-q', '-B', COPY, `-Dartifact=${GENERATOR}`, '-Dmdep.stripVersion=true', `-DoutputDirectory=${target}`]);
  });
  return join(folder, 'openapi-generator-cli.jar');
}

/** The folder of the programs that a virtual environment with the pinned Python packages has. */
export async function pythonTools(): Promise<string> {
  const lock = join(TOOLS, 'python/requirements.txt');
  const folder = await installed('python', readFileSync(lock), async (target) => {
    await run('python3', ['-m', 'venv', target]);
    await run(join(target, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '--requirement', lock]);
  });
  return join(folder, 'bin');
}

/** Runs the program of tools/rust, which cargo builds once for each state of its sources. */
export function runRust(input: string): Promise<string> {
  const options = ['--quiet', '--locked', '--manifest-path', join(TOOLS, 'rust/Cargo.toml'), '--target-dir', join(CACHE, 'rust')];
  return run('cargo', ['run', ...options], { input });
}

/** The folder of the programs that the pinned npm packages have. */
export async function npmTools(): Promise<string> {
  const source = join(TOOLS, 'npm');
  const folder = await installed('npm', readFileSync(join(source, 'package-lock.json')), async (target) => {
    await cp(source, target, { recursive: true });
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: target });
  });
  return join(folder, 'node_modules/.bin');
}

/** Installs a set of tools once for each state of its lock. A virtual environment names its own folder, so it is made where it stays. */
async function installed(name: string, lock: string | Buffer, install: (target: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
  const done = join(folder, '.installed');
  if (existsSync(done)) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await install(folder);
  await mkdir(done);
  return folder;
}
