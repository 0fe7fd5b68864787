import type { Emitter } from './emit/emitter.ts';

/** A package that holds generated code. */
export interface Target {
  /** Its folder of generated files, from the root of the repository. */
  readonly folder: string;
  /** Its emitters; each module is loaded only for the packages that need it. */
  emitters(): Promise<readonly Emitter[]>;
}

export const TARGETS: Readonly<Record<'client' | 'server' | 'events' | 'service' | 'conformance', Target>> = {
  client: {
    folder: 'packages/client/src/generated',
    async emitters() {
      const types = await import('./emit/openapi-types.ts');
      const caller = { audience: 'caller' } as const;
      return [
        types.openapiTypesEmitter('admin', caller),
        types.openapiTypesEmitter('customer', caller),
        (await import('./emit/operations.ts')).operationsEmitter({ rules: false }),
        (await import('./emit/client-resources.ts')).clientResourcesEmitter,
        (await import('./emit/validators.ts')).validatorsEmitter('answers'),
        (await import('./emit/problems.ts')).problemsEmitter,
        (await import('./emit/header-names.ts')).headerNamesEmitter,
        (await import('./emit/limits.ts')).limitsEmitter,
        (await import('./emit/api-version.ts')).apiVersionEmitter,
      ];
    },
  },
  server: {
    folder: 'packages/server/src/generated',
    async emitters() {
      const types = await import('./emit/openapi-types.ts');
      const implementer = { audience: 'implementer' } as const;
      return [
        types.openapiTypesEmitter('admin', implementer),
        types.openapiTypesEmitter('customer', implementer),
        (await import('./emit/operations.ts')).operationsEmitter({ rules: true }),
        (await import('./emit/handlers.ts')).handlersEmitter,
        (await import('./emit/request-members.ts')).requestMembersEmitter,
        (await import('./emit/paths.ts')).pathsEmitter,
        (await import('./emit/company-resources.ts')).companyResourcesEmitter,
        (await import('./emit/validators.ts')).validatorsEmitter('exchanges'),
        (await import('./emit/pattern-words.ts')).patternWordsEmitter,
        (await import('./emit/problems.ts')).problemsEmitter,
        (await import('./emit/header-names.ts')).headerNamesEmitter,
        (await import('./emit/limits.ts')).limitsEmitter,
        (await import('./emit/api-version.ts')).apiVersionEmitter,
      ];
    },
  },
  events: {
    folder: 'packages/events/src/generated',
    async emitters() {
      return [
        (await import('./emit/event-types.ts')).eventTypesEmitter,
        (await import('./emit/event-examples.ts')).eventExamplesEmitter,
        (await import('./emit/validators.ts')).validatorsEmitter('events'),
        (await import('./emit/validator-table.ts')).validatorTableEmitter,
        (await import('./emit/paths.ts')).pathsEmitter,
        (await import('./emit/header-names.ts')).headerNamesEmitter,
        (await import('./emit/limits.ts')).limitsEmitter,
      ];
    },
  },
  service: {
    folder: 'packages/service/src/generated',
    async emitters() {
      return [
        (await import('./emit/header-names.ts')).headerNamesEmitter,
        (await import('./emit/limits.ts')).limitsEmitter,
        (await import('./emit/api-version.ts')).apiVersionEmitter,
      ];
    },
  },
  conformance: {
    folder: 'conformance/src/generated',
    async emitters() {
      return [
        (await import('./emit/operations.ts')).operationsEmitter({ rules: true }),
        (await import('./emit/resources.ts')).resourcesEmitter,
        (await import('./emit/rules.ts')).rulesEmitter,
        (await import('./emit/check-registry.ts')).checkRegistryEmitter,
        (await import('./emit/problems.ts')).problemsEmitter,
        (await import('./emit/header-names.ts')).headerNamesEmitter,
        (await import('./emit/limits.ts')).limitsEmitter,
        (await import('./emit/api-version.ts')).apiVersionEmitter,
        (await import('./emit/arbitraries.ts')).arbitrariesEmitter,
        (await import('./emit/message-schemas.ts')).messageSchemasEmitter,
        (await import('./emit/contract-version.ts')).contractVersionEmitter,
      ];
    },
  },
};

export type TargetName = keyof typeof TARGETS;

export function isTargetName(name: string): name is TargetName {
  return Object.hasOwn(TARGETS, name);
}
