/** What the sources of one package may import. */
export interface PackageArrows {
  /** Its folder, from the root of the repository. */
  readonly folder: string;
  /** The packages of ours, by name. */
  readonly packages: readonly string[];
  /**
   * The folders directly below `src`, each with those that it may import, beside itself. A folder of this list may be named with one below it.
   * `.` stands for the files that are directly in `src`. Where it is not given, any folder may import any other, as long as there is no cycle.
   */
  readonly folders?: Readonly<Record<string, readonly string[]>>;
}

/** The arrows that are allowed in this repository. Whatever is not named is refused. */
export const arrows: readonly PackageArrows[] = [
  { folder: 'tools/architecture', packages: [] },
  { folder: 'tools/codegen', packages: ['@business-cloud/command-line', '@business-cloud/specs'] },
  { folder: 'tools/command-line', packages: ['@business-cloud/runtime'] },
  {
    folder: 'packages/client',
    packages: ['@business-cloud/runtime'],
    folders: {
      generated: [],
      errors: ['generated'],
      options: ['errors'],
      time: [],
      reporting: [],
      token: ['options', 'reporting'],
      // Of the files that are directly in `src`, these folders import the options alone.
      pipeline: ['.', 'errors', 'generated', 'options', 'reporting', 'time', 'token'],
      resources: ['errors', 'options', 'time'],
      'generated/methods': ['generated', 'resources'],
      calls: ['.', 'errors', 'generated', 'generated/methods', 'options', 'pipeline', 'resources'],
      testing: ['generated', 'resources'],
      '.': [
        'calls',
        'errors',
        'generated',
        'generated/methods',
        'options',
        'pipeline',
        'reporting',
        'resources',
        'testing',
        'time',
        'token',
      ],
    },
  },
  { folder: 'packages/events', packages: ['@business-cloud/command-line', '@business-cloud/runtime'] },
  { folder: 'tools/runtime', packages: [] },
  { folder: 'packages/server', packages: ['@business-cloud/command-line', '@business-cloud/events', '@business-cloud/runtime'] },
  {
    folder: 'packages/service',
    packages: ['@business-cloud/command-line', '@business-cloud/events', '@business-cloud/runtime', '@business-cloud/server'],
    folders: {
      generated: [],
      model: [],
      documento: ['generated'],
      security: ['model'],
      'store/sql': ['model'],
      'store/postgres': ['model', 'store/sql'],
      'store/sqlite': ['model', 'store/sql'],
      store: ['generated', 'model', 'security', 'store/postgres', 'store/sql', 'store/sqlite'],
      monitoring: ['model', 'store', 'store/sql'],
      delivery: ['generated', 'model', 'monitoring', 'security', 'store', 'store/sql'],
      usecases: ['documento', 'generated', 'model', 'security', 'store', 'store/sql'],
      http: ['model', 'monitoring', 'store', 'store/sql', 'usecases'],
      // Where a process is put together.
      composition: ['delivery', 'generated', 'http', 'model', 'monitoring', 'security', 'store', 'usecases'],
      demo: ['composition', 'model', 'security', 'usecases'],
      cli: [
        'composition',
        'delivery',
        'demo',
        'generated',
        'http',
        'model',
        'security',
        'store',
        'store/postgres',
        'store/sql',
        'store/sqlite',
        'usecases',
      ],
      '.': ['cli', 'composition', 'delivery', 'demo', 'model', 'security', 'store', 'store/sql'],
    },
  },
  { folder: 'tools/release', packages: ['@business-cloud/specs'] },
  {
    folder: 'conformance',
    // The judge shares no code with what it judges, apart from what reads the words of a command and of a file: no rule rests on that.
    packages: ['@business-cloud/command-line', '@business-cloud/runtime'],
    folders: {
      generated: [],
      model: ['generated'],
      http: ['generated', 'model'],
      api: ['generated', 'http', 'model'],
      receiver: ['http', 'model'],
      sender: ['generated', 'model'],
      'scripted-service': ['generated', 'model'],
      // How checks wait, and every time that they wait.
      wait: ['api', 'generated', 'model', 'receiver'],
      scenarios: ['api', 'generated', 'http', 'model', 'receiver', 'scripted-service', 'sender', 'wait'],
      checks: ['api', 'generated', 'http', 'model', 'receiver', 'scenarios', 'sender', 'wait'],
      'generated/checks': ['checks', 'model'],
      config: ['generated', 'model'],
      // It is handed the checks: it imports neither them nor their scenarios.
      engine: ['api', 'generated', 'http', 'model', 'receiver', 'scripted-service'],
      report: ['api', 'generated', 'http', 'model'],
      suite: ['engine', 'generated/checks', 'model', 'sender'],
      cli: ['api', 'config', 'engine', 'generated', 'generated/checks', 'http', 'model', 'receiver', 'report', 'scenarios', 'suite'],
      '.': ['cli', 'config', 'engine', 'generated', 'model', 'report', 'suite'],
    },
  },
];
