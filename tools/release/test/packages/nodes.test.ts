import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type PublishedPackage, publishedPackages } from '../../src/repository.ts';
import { type RunResult, runProgram } from '../../src/run-command.ts';
import { type DemoService, startDemo } from './demo-service.ts';
import { compareVersions, type InstalledNode, installedNodes, lowestOf } from './nodes.ts';

const installation = inject('installation');
const installed = await Promise.all(publishedPackages().map(manifestOf));
let demo: DemoService;

interface Installed {
  readonly name: string;
  readonly lowest: string;
  readonly commands: readonly string[];
  /** How its README says that it can be loaded. */
  readonly ways: readonly string[];
}

async function manifestOf({ name }: PublishedPackage): Promise<Installed> {
  const { bin = {}, engines, exports } = JSON.parse(await readFile(join(installation, 'node_modules', name, 'package.json'), 'utf8'));
  return {
    name,
    lowest: lowestOf(engines.node),
    commands: Object.keys(bin),
    ways: exports['.']?.require ? ['import', 'require'] : ['import'],
  };
}

function run({ path }: InstalledNode, args: readonly string[]): Promise<RunResult> {
  return runProgram(path, args, { cwd: installation, env: { PATH: process.env.PATH, HOME: installation } });
}

/** What each package must do, beside loading: the program or command, and how its output ends. */
const WORK: Readonly<Record<string, (target: string, way: string) => readonly [args: readonly string[], printed: string]>> = {
  '@business-cloud/client': (target, way) => [['client.mjs', target, way], 'true 201 not-found\n'],
  '@business-cloud/conformance': () => [
    ['node_modules/.bin/business-cloud-conformance', 'service', '--config', 'conformance.json', '--rule', 'COMP-01', '--budget', 'quick'],
    '1 passed, 0 failed',
  ],
  '@business-cloud/events': () => [['events.mjs'], 'sound\n'],
  '@business-cloud/server': () => [['server.mjs'], '1 401\n'],
  '@business-cloud/service': () => [['service.mjs'], '200\n'],
  '@business-cloud/specs': () => [
    ['load-entries.mjs', '@business-cloud/specs', 'import'],
    './rules.json ./problems.json ./limits.json ./package.json\n',
  ],
};

beforeAll(async () => {
  demo = await startDemo(installation, process.execPath);
  await writeFile(join(installation, 'conformance.json'), demo.target);
});
afterAll(() => demo[Symbol.asyncDispose]());

describe.each(installed)('$name', ({ name, lowest, commands, ways }) => {
  const able = installedNodes.filter(({ version }) => compareVersions(version, lowest) >= 0);
  const tried = able.filter((node) => [able[0], able.at(-1)].includes(node) || node.path === process.execPath);
  const unable = installedNodes.filter(({ version }) => compareVersions(version, lowest) < 0);

  test.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'is tried on the lowest Node that it names, and on one before it',
    () => {
      expect(able[0]?.version).toBe(lowest);
      expect(unable).not.toEqual([]);
    },
  );

  test.each(ways.flatMap((way) => tried.map((node) => ({ way, node, version: node.version }))))(
    'loads by $way and works on Node $version',
    async ({ way, node }) => {
      expect(await run(node, ['load-entries.mjs', name, way])).toMatchObject({ exitCode: 0, stderr: '' });
      const [args, printed] = WORK[name]?.(demo.target, way) ?? expect.fail(`WORK does not say what ${name} must do.`);
      expect(await run(node, args)).toEqual({ exitCode: 0, stdout: expect.stringContaining(printed), stderr: '' });
    },
  );

  test.each(commands.flatMap((command) => unable.map((node) => ({ command, node, version: node.version }))))(
    '$command says on Node $version what it needs, and exits 2',
    async ({ command, node }) => {
      const { exitCode, stdout, stderr } = await run(node, [join('node_modules/.bin', command), '--help']);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^${command} needs Node [0-9.]+ or later, and this is Node ${node.version}: [^\\n]+\\.\\n$`));
    },
  );
});
