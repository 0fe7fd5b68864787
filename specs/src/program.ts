import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError, type Program, requiredOf, textOf } from '@business-cloud/command-line';
import { headerPatterns, withHeaderWord } from './header-word.ts';

/** The documents that are published, each as `.json` and `.yaml`. */
const DOCUMENTS = ['openapi/admin', 'openapi/customer', 'openapi/webhooks', 'asyncapi/events'];

/** The folder of what `bundle` writes, unless another is given. */
const OUT = 'business-cloud-specs';

/** @param published the folder of the published documents */
export function specsProgram(published: string): Program {
  return {
    name: 'business-cloud-specs',
    manifest: new URL('../package.json', import.meta.url),
    summary: 'The documents of the Business Management Cloud Service, as an installation needs them',
    commands: [
      {
        name: 'bundle',
        summary: 'Writes the documents with the header names of a live installation, for generators that read them as they are.',
        options: [
          { name: 'header-word', value: 'WORD', help: "The word that replaces Service in the installation's header names" },
          { name: 'out', value: 'FOLDER', help: `The folder to write them to; ${OUT} by default` },
        ],
        examples: ['business-cloud-specs bundle --header-word My-Shop', 'business-cloud-specs bundle --header-word My-Shop --out contract'],
        async run({ settings }, terminal) {
          const word = requiredOf(settings, 'header-word', "the word of the installation's header names, such as My-Shop");
          const out = textOf(settings, 'out') ?? OUT;
          const { headerWord, headerWordPattern } = await limitsOf(published);
          if (!new RegExp(headerWordPattern.value, 'u').test(word))
            throw new InputError(`--header-word must be letters and digits with hyphens inside, such as My-Shop; it is ${word}.`);
          for (const name of DOCUMENTS) {
            const patterns = headerPatterns(JSON.parse(await textOfFile(published, `${name}.json`)));
            for (const file of [`${name}.json`, `${name}.yaml`]) {
              const text = withHeaderWord(await textOfFile(published, file), patterns, { from: headerWord.value, to: word });
              await writeText(join(out, file), text);
            }
          }
          terminal.out(`${out}: ${DOCUMENTS.length} documents with header names such as X-${word}-ApiKey, each as .json and .yaml.`);
          return 0;
        },
      },
    ],
  };
}

interface HeaderWords {
  readonly headerWord: { readonly value: string };
  readonly headerWordPattern: { readonly value: string };
}

async function limitsOf(published: string): Promise<HeaderWords> {
  return JSON.parse(await textOfFile(published, 'limits.json'));
}

async function textOfFile(folder: string, file: string): Promise<string> {
  const path = join(folder, file);
  return await readFile(path, 'utf8').catch(() => {
    throw new InputError(`${path} cannot be read; install the package again, or build it.`);
  });
}

async function writeText(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new InputError(`${path} cannot be written (${code}); give another folder by --out.`);
  }
}
