import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { build, type Plugin } from 'esbuild';
import { FORMATS_MODULE, formatsModule } from './used-formats.ts';

/**
 * Bundles several modules that ajv has written, with the parts of ajv's runtime that they `require`, into one ECMAScript module that loads
 * without ajv, without `require` and without a compiler. Files of packages are named by package and not by path, so that the bytes do
 * not depend on the machine.
 */
export async function bundleModules(modules: Readonly<Record<string, string>>): Promise<string> {
  const entry = Object.keys(modules)
    .map((name) => `export * from 'generated:${name}';`)
    .join('\n');
  const result = await build({
    stdin: { contents: entry, sourcefile: 'validators' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'silent',
    plugins: [generatedModules({ ...modules, [FORMATS_MODULE]: await formatsModule() }), packageFiles],
  });
  return result.outputFiles[0]?.text ?? '';
}

function generatedModules(modules: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'generated',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(generated:|formats$)/ }, ({ path }) => ({
        path: path.replace('generated:', ''),
        namespace: 'generated',
        sideEffects: false,
      }));
      onLoad({ filter: /.*/, namespace: 'generated' }, ({ path }) => ({ contents: modules[path] ?? '', loader: 'js' }));
    },
  };
}

const packageFiles: Plugin = {
  name: 'package-files',
  setup({ onResolve, onLoad }) {
    const files = new Map<string, string>();
    onResolve({ filter: /^(\.|[a-z@])/ }, ({ path, importer }) => {
      const file = createRequire(files.get(importer) ?? import.meta.url).resolve(path);
      const name = file.slice(file.lastIndexOf('/node_modules/') + '/node_modules/'.length);
      files.set(name, file);
      return { path: name, namespace: 'package', sideEffects: false };
    });
    onLoad({ filter: /.*/, namespace: 'package' }, async ({ path }) => ({
      contents: await readFile(files.get(path) ?? path, 'utf8'),
      loader: 'js',
    }));
  },
};
