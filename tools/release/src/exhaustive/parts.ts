/** A part of the tests that takes minutes, and what it depends on. */
export interface Part {
  readonly name: string;
  /** The script of the root that runs it. Parts of one script are run by one call of it. */
  readonly script: string;
  readonly args: readonly string[];
  /** Pathspecs of git: where none of these files has changed since it passed, it would pass again. */
  readonly inputs: readonly string[];
}

const TOOLCHAIN = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.mjs', 'tsconfig*.json', 'vitest*.ts'];
const PROSE = ':(exclude,glob)**/*.md';
/** The reference service, with all that it is made of. */
const SERVICE = ['specs', 'tools/runtime', 'tools/command-line', 'packages/events', 'packages/server', 'packages/service'];

const depends = (...paths: readonly string[]): readonly string[] => [...TOOLCHAIN, ...paths, PROSE];

const matrix = (project: string, ...paths: readonly string[]): Part => ({
  name: project.replace('*', 's'),
  script: 'test:matrix',
  args: ['--project', project],
  inputs: depends(...paths),
});

/** In the order in which they run: what is in one list runs side by side, because each waits for others a third of its time. */
export const stages: readonly (readonly Part[])[] = [
  [
    // Both read the pages of the packages too.
    {
      name: 'rehearsal',
      script: 'release:rehearse',
      args: [],
      inputs: [...TOOLCHAIN, 'README.md', 'specs', 'packages', 'tools', 'conformance'],
    },
    {
      name: 'packages',
      script: 'test:packages',
      args: [],
      inputs: [...TOOLCHAIN, 'action.yml', 'README.md', 'docs', 'specs', 'packages', 'tools', 'conformance'],
    },
    { name: 'foreign', script: 'test:foreign', args: [], inputs: depends(...SERVICE, 'tools/foreign') },
  ],
  [
    // Its tests do what CONTRIBUTING says, so that page counts, and no page inside of a folder.
    {
      ...matrix('costs'),
      inputs: [...TOOLCHAIN, 'CONTRIBUTING.md', 'docs/changes', 'specs', 'packages', 'tools', 'conformance', ':(exclude,glob)*/**/*.md'],
    },
    // Which packages a limit concerns is read from their sources.
    matrix('edits', ...SERVICE, 'packages/client', 'tools/codegen', 'tools/release'),
    matrix('processes', ...SERVICE),
    matrix('runs', ...SERVICE, 'conformance'),
    matrix('shard*', ...SERVICE, 'packages/client', 'conformance'),
  ],
  [{ name: 'chaos', script: 'chaos', args: ['--short'], inputs: depends(...SERVICE, 'tools/chaos') }],
];

export const parts: readonly Part[] = stages.flat();
