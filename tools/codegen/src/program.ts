import { join, relative, resolve } from 'node:path';
import { type Command, type Input, InputError, type Program, type Terminal, textOf } from '@business-cloud/command-line';
import { CodegenError } from './codegen-error.ts';
import { generate, readContract } from './generate.ts';
import { compareFolder, type GeneratedFolder, writeFolders } from './generated-folder.ts';
import type { Contract } from './model/contract.ts';
import { isTargetName, TARGETS, type TargetName } from './targets.ts';

const REPOSITORY: string = resolve(import.meta.dirname, '../../..');

const OPTIONS: Command['options'] = [
  { name: 'specs', value: 'DIR', help: 'the folder of the contract (default: specs of this repository)' },
  { name: 'out', value: 'DIR', help: 'the folder of generated files (default: src/generated of the package)' },
];

const generateCommand: Command = {
  name: 'generate',
  operands: ['PACKAGE'],
  summary: 'write the src/generated folder of a package from the contract',
  options: OPTIONS,
  examples: [
    'business-cloud-codegen generate server',
    'business-cloud-codegen generate conformance --specs ./specs --out /tmp/conformance',
  ],
  async run(input, terminal) {
    const { target, specs, out } = workOf(input);
    terminal.out(`${target}: generating from ${specs}`);
    const files = await generate(target, await readContract(specs));
    const [changed = []] = await writeFolders([{ folder: out, files }]);
    terminal.out(written(target, files.length, changed.length));
    return 0;
  },
};

const generateAllCommand: Command = {
  name: 'generate-all',
  summary: 'the same for every package of this repository: all of them are written, or none',
  options: [],
  examples: ['business-cloud-codegen generate-all'],
  async run(_input, terminal) {
    const contract = await readContract(join(REPOSITORY, 'specs'));
    const targets = Object.keys(TARGETS).filter(isTargetName);
    const folders: GeneratedFolder[] = [];
    for (const target of targets) folders.push({ folder: folderOf(target), files: await generate(target, contract) });
    const changed = await writeFolders(folders);
    for (const [index, target] of targets.entries())
      terminal.out(written(target, folders[index]?.files.length ?? 0, changed[index]?.length ?? 0));
    return 0;
  },
};

function written(target: TargetName, files: number, changed: number): string {
  return `${target}: ${files} files, ${changed === 0 ? 'none' : changed} changed.`;
}

function folderOf(target: TargetName): string {
  return join(REPOSITORY, TARGETS[target].folder);
}

const checkCommand: Command = {
  name: 'check',
  operands: ['PACKAGE'],
  summary: 'say how that folder differs from what the contract gives; exit code 1 when it does',
  options: OPTIONS,
  examples: ['business-cloud-codegen check client'],
  async run(input, terminal) {
    const { target, specs, out } = workOf(input);
    terminal.out(`${target}: comparing with ${specs}`);
    return (await isAsGenerated(target, await readContract(specs), out, terminal)) ? 0 : 1;
  },
};

const checkAllCommand: Command = {
  name: 'check-all',
  summary: 'the same for every package of this repository; exit code 1 when any differs',
  options: [],
  examples: ['business-cloud-codegen check-all'],
  async run(_input, terminal) {
    const contract = await readContract(join(REPOSITORY, 'specs'));
    let differ = false;
    for (const target of Object.keys(TARGETS).filter(isTargetName)) {
      if (!(await isAsGenerated(target, contract, folderOf(target), terminal))) differ = true;
    }
    return differ ? 1 : 0;
  },
};

/** Compares a package's folder with what the contract gives, and prints the differences. */
async function isAsGenerated(target: TargetName, contract: Contract, out: string, terminal: Terminal): Promise<boolean> {
  const files = await generate(target, contract);
  const differences = await compareFolder(out, files);
  for (const { name, kind } of differences) terminal.err(`${kind}: ${relative(process.cwd(), `${out}/${name}`)}`);
  if (differences.length === 0) terminal.out(`${target}: ${files.length} files, as generated.`);
  else terminal.err(`Run \`business-cloud-codegen generate ${target}\` (or \`pnpm generate\`) and commit the result.`);
  return differences.length === 0;
}

export const program: Program = {
  name: 'business-cloud-codegen',
  manifest: new URL('../package.json', import.meta.url),
  summary: 'makes what is generated from the contract',
  commands: [generateCommand, generateAllCommand, checkCommand, checkAllCommand],
  notes: `PACKAGE is one of ${Object.keys(TARGETS).join(', ')}.`,
  explain: (error) => (error instanceof CodegenError ? error.message : undefined),
};

interface Work {
  readonly target: TargetName;
  readonly specs: string;
  readonly out: string;
}

function workOf({ operands: [target = ''], settings }: Input): Work {
  if (!isTargetName(target)) throw new InputError(`${target} has no generated code; give one of ${Object.keys(TARGETS).join(', ')}.`);
  const folder = (name: string, otherwise: string) => resolve(textOf(settings, name) ?? join(REPOSITORY, otherwise));
  return { target, specs: folder('specs', 'specs'), out: folder('out', TARGETS[target].folder) };
}
