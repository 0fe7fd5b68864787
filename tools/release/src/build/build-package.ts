/**
 * Builds the package of the working directory: `tsc` writes ES modules to `dist`; where the package has a `tsconfig.cjs.json`, it writes
 * CommonJS to `dist/cjs` too. What is generated as JavaScript is put beside it, and so is what the package imports of private packages by
 * a name such as `#runtime`: it is copied, and the name becomes the path to the copy. Declarations say what the ids of the contract are.
 * Nothing of an earlier build stays.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { runOrFail } from '../run-command.ts';
import { contractIds, explainIds } from './contract-references.ts';

/** Copies one module of JavaScript, in the form of the output. */
type PutModule = (from: string, to: string) => Promise<void>;

const cwd = process.cwd();
const files = await readdir(cwd);
const { imports = {} } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
const privatePackages = Object.keys(imports).map((name) => name.slice(1));

await rm(join(cwd, 'dist'), { recursive: true, force: true });
await build('tsconfig.build.json', 'dist', (from, to) => cp(from, to));
if (files.includes('tsconfig.cjs.json')) {
  await build('tsconfig.cjs.json', 'dist/cjs', async (from, to) => {
    await runOrFail('esbuild', [from, '--format=cjs', `--outfile=${to}`, '--log-level=warning'], { cwd });
  });
  await writeFile(join(cwd, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
}

const ids = await contractIds();
for (const file of await filesBelow(join(cwd, 'dist'), '.d.ts')) {
  await writeFile(file, explainIds(await readFile(file, 'utf8'), ids));
}

/** Compiles one project, and puts beside what came out the generated JavaScript and the private packages that it names. */
async function build(project: string, output: string, put: PutModule): Promise<void> {
  const root = join(cwd, output);
  await runOrFail('tsc', ['-p', project], { cwd });
  await copyModules(join(cwd, 'src/generated'), join(root, 'generated'), put);
  for (const name of privatePackages) {
    const users = await filesThatName(name, root);
    if (users.length > 0) await copyModules(join(import.meta.dirname, '../../..', name, 'dist'), join(root, name), put);
    for (const file of users) await nameByPath(name, file, root);
  }
}

async function copyModules(from: string, to: string, put: PutModule): Promise<void> {
  for (const module of (await readdir(from).catch(() => [])).filter((file) => file.endsWith('.js'))) {
    const declarations = module.replace('.js', '.d.ts');
    await mkdir(to, { recursive: true });
    await put(join(from, module), join(to, module));
    await cp(join(from, declarations), join(to, declarations));
  }
}

async function filesThatName(name: string, root: string): Promise<readonly string[]> {
  const files = await filesBelow(root, '.js', '.d.ts');
  const named = await Promise.all(files.map(async (file) => (await readFile(file, 'utf8')).includes(`#${name}`)));
  return files.filter((_, index) => named[index]);
}

/** `#runtime` becomes `../runtime/index.js`: no bundler and no older resolution has to know what the name means. */
async function nameByPath(name: string, file: string, root: string): Promise<void> {
  const path = relative(dirname(file), join(root, name, 'index.js')).replaceAll('\\', '/');
  const source = await readFile(file, 'utf8');
  await writeFile(file, source.replaceAll(new RegExp(`(['"])#${name}\\1`, 'g'), `$1${path.startsWith('.') ? path : `./${path}`}$1`));
}

async function filesBelow(folder: string, ...endings: readonly string[]): Promise<readonly string[]> {
  const all = await readdir(folder, { recursive: true });
  return all.filter((file) => endings.some((ending) => file.endsWith(ending))).map((file) => join(folder, file));
}
