import { SERVICE_TEXT } from './service-text.ts';
import { TEST_TEXT } from './test-text.ts';

/** What the files of a stand-in say. */
export interface StandIn {
  /** Of the package. */
  readonly name: string;
  /** The version of this package. */
  readonly version: string;
  /** The range of Fastify that this package takes. */
  readonly fastify: string;
}

/** The files of a stand-in, by their path. */
export function standInFiles({ name, version, fastify }: StandIn): Readonly<Record<string, string>> {
  const manifest = {
    name,
    private: true,
    type: 'module',
    // The lowest Node that the suite takes. It runs TypeScript as it is.
    engines: { node: '>=22.19' },
    scripts: { start: 'node src/main.ts', check: 'tsc', test: 'tsc && node --test' },
    dependencies: { '@business-cloud/server': `^${version}`, fastify },
    devDependencies: { '@business-cloud/conformance': '*', '@types/node': '^24.0.0', typescript: '>=5.8' },
  };
  return {
    'package.json': json(manifest),
    'tsconfig.json': json({ compilerOptions: COMPILER_OPTIONS, include: ['src', 'test'] }),
    'src/service.ts': SERVICE_TEXT,
    'src/main.ts': MAIN_TEXT,
    'test/conformance.test.ts': TEST_TEXT,
    '.gitignore': 'node_modules\nca.pem\n',
  };
}

const COMPILER_OPTIONS = {
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
};

const MAIN_TEXT = `import { createService } from './service.ts';

const service = await createService();
console.log(await service.listen({ port: Number(process.env.PORT ?? 8080) }));
`;

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
