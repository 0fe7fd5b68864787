/**
 * Builds the package of the working directory: `tsc` writes ES modules to `dist`; where the package has a `tsconfig.cjs.json`, it writes
 * CommonJS to `dist/cjs` too. What is generated as JavaScript is put beside it, and so is what the package imports of private packages by
 * a name such as `#command-line`. Declarations say what the ids of the contract are. Nothing of an earlier build stays.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runOrFail } from '../run-command.ts';
import { contractIds, explainIds } from './contract-references.ts';

const cwd = process.cwd();
const generated = join(cwd, 'src/generated');
const files = await readdir(cwd);

await rm(join(cwd, 'dist'), { recursive: true, force: true });
await build('tsconfig.build.json', 'dist', (from, to) => cp(from, to));
const { imports = {} } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
for (const name of Object.keys(imports)) {
  const folder = name.slice(1);
  await cp(join(cwd, '..', folder, 'dist'), join(cwd, 'dist', folder), { recursive: true });
}
if (files.includes('tsconfig.cjs.json')) {
  await build('tsconfig.cjs.json', 'dist/cjs', async (from, to) => {
    await runOrFail('esbuild', [from, '--format=cjs', `--outfile=${to}`, '--log-level=warning'], { cwd });
  });
  await writeFile(join(cwd, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
}

const ids = await contractIds();
const declarations = (await readdir(join(cwd, 'dist'), { recursive: true })).filter((file) => file.endsWith('.d.ts'));
for (const file of declarations.map((name) => join(cwd, 'dist', name))) {
  await writeFile(file, explainIds(await readFile(file, 'utf8'), ids));
}

/** Compiles one project, and puts the generated JavaScript beside what came out. */
async function build(project: string, output: string, put: (from: string, to: string) => Promise<void>): Promise<void> {
  await runOrFail('tsc', ['-p', project], { cwd });
  const modules = (await readdir(generated).catch(() => [])).filter((file) => file.endsWith('.js'));
  for (const module of modules) {
    const declarations = module.replace('.js', '.d.ts');
    await mkdir(join(cwd, output, 'generated'), { recursive: true });
    await put(join(generated, module), join(cwd, output, 'generated', module));
    await cp(join(generated, declarations), join(cwd, output, 'generated', declarations));
  }
}
