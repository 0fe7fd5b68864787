import type { Contract, Operation } from '../model/contract.ts';
import { type Resource, resourcesOf } from '../model/resource.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { tableLiteral } from './literal.ts';

const COMMENT = `/**
 * The resources of a company whose objects are created one at a time: the operations of each, the events that they fire, the parameter that
 * names an object in their paths, and the members of a body that name objects of other resources.
 */
`;

/** company-resources.ts: what a server must know to keep the objects of each resource, as literals that types can be made of. */
export const companyResourcesEmitter: Emitter = {
  artefact: 'company-resources',
  async emit(contract) {
    const kept = resourcesOf(contract).filter(({ company, operations }) => company && operations.create !== undefined);
    const rows = Object.fromEntries(kept.map((resource) => [resource.name, row(resource, contract)]));
    const table = `export const companyResources = ${tableLiteral(rows)} as const;\n`;
    return [{ name: 'company-resources.ts', content: header(contract, SOURCE_FILES.customer) + COMMENT + table }];
  },
};

function row({ operations: own, references }: Resource, { operations }: Contract): Readonly<Record<string, unknown>> {
  const firing = Object.entries(own).flatMap(([kind, id]) => {
    const fires = operations.find((operation) => operation.id === id)?.effect?.fires;
    return fires === undefined ? [] : [[kind, fires]];
  });
  const item = operations.find(({ id }) => id === (own.read ?? own.update ?? own.delete));
  return { operations: own, fires: Object.fromEntries(firing), idParameter: item && lastParameter(item), references };
}

function lastParameter({ path }: Operation): string | undefined {
  return /\{(\w+)\}$/.exec(path)?.[1];
}
