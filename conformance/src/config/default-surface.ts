import { type OperationId, operations } from '../generated/operations.ts';
import { type BodySetting, type Effect, effects, type PathSetting, resources } from '../generated/resources.ts';
import type { Body, Paths } from '../model/target.ts';

/** The operations whose paths can be configured. */
const settled = Object.entries(effects).flatMap(([id, { setting, kind }]) => (setting === undefined ? [] : [{ id, setting, kind }])) as {
  readonly id: OperationId;
  readonly setting: PathSetting;
  readonly kind: Effect['kind'];
}[];

/** The paths of the contract, with {id} for the object's own identifier. */
export const defaultPaths: Paths = Object.fromEntries(
  settled.map(({ id, setting }) => [
    setting,
    operations[id].path.replaceAll(/\{(\w+)\}/g, (whole, name) => (isOwn(name) ? '{id}' : whole)),
  ]),
) as Paths;

function isOwn(name: string): boolean {
  return name !== 'version' && name !== 'companyId';
}

/** The settings whose paths lead to a single object. */
export const ownPaths: ReadonlySet<string> = new Set(
  settled.flatMap(({ kind, setting }) => (kind === 'list' || kind === 'create' ? [] : [setting])),
);

/** The contract's example bodies for the creation of a company's objects. */
export const exampleBodies: { readonly [Setting in BodySetting]: Body } = Object.fromEntries(
  Object.values(resources).flatMap(({ company, setting, example }) => (company && example !== undefined ? [[setting, example]] : [])),
) as { readonly [Setting in BodySetting]: Body };
