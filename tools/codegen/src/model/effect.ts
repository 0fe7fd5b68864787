import { CodegenError } from '../codegen-error.ts';
import type { OperationObject } from '../read/documents.ts';

/** What an operation does with the objects of a resource. */
export const EFFECT_KINDS = ['list', 'create', 'read', 'update', 'delete', 'act'] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** What `x-does` and `x-fires` say of an operation. */
export interface Effect {
  readonly kind: EffectKind;
  readonly resource: string;
  /** The resource whose object its path names, where that is another one. */
  readonly of?: string;
  /** The event type that it fires. */
  readonly fires?: string;
  /** The operation that must have acted on the object before. */
  readonly after?: string;
  /** An object takes it only once. */
  readonly once?: true;
  /** The setting of the conformance suite that gives its path, where the source gives none. */
  readonly setting?: string;
}

/** The half of a setting's name that stands for the kind. */
const VERBS: Readonly<Record<Exclude<EffectKind, 'act'>, string>> = {
  list: 'List',
  create: 'Create',
  read: 'Get',
  update: 'Put',
  delete: 'Delete',
};

/** @throws {CodegenError} `broken-document` for a mark that names no kind, or two */
export function effectOf(node: OperationObject): Effect | undefined {
  const mark = node['x-does'];
  if (mark === undefined) return undefined;
  const [kind, ...others] = EFFECT_KINDS.filter((one) => mark[one] !== undefined);
  const resource = kind && mark[kind];
  if (kind === undefined || resource === undefined || others.length > 0)
    throw new CodegenError('broken-document', `x-does of ${node.operationId} must name one of ${EFFECT_KINDS.join(', ')}.`);
  const isOpen = node['x-chosen'] !== undefined || mark.path === 'chosen';
  return {
    kind,
    resource,
    ...(mark.of !== undefined && { of: mark.of }),
    ...(node['x-fires'] !== undefined && { fires: node['x-fires'] }),
    ...(mark.after !== undefined && { after: mark.after }),
    ...(mark.once === true && { once: true }),
    ...(isOpen && { setting: settingOf(kind, resource, node.operationId ?? '') }),
  };
}

/** `documentoEmit`: the resource, and what is done; an action has the verb that its operationId begins with. */
function settingOf(kind: EffectKind, resource: string, id: string): string {
  const verb = kind === 'act' ? (/^[a-z]+/.exec(id)?.[0] ?? '') : VERBS[kind];
  return lowerFirst(resource) + verb.charAt(0).toUpperCase() + verb.slice(1);
}

export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
