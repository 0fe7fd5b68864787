import type { Effect } from '../../../src/contract/model/effect.ts';
import type { PackageKey } from '../../../src/contract/model/packages.ts';
import type { Edit } from '../edited-specs.ts';

/** An edit of the contract, and what a careful person says of it for each package. Packages that are not named see nothing of it. */
export interface Row {
  readonly change: string;
  /** Edits that the contract already had before the change; none is the contract as it stands. */
  readonly given?: readonly Edit[];
  readonly edits: readonly Edit[];
  readonly want: Partial<Record<Exclude<Effect, 'none'>, readonly PackageKey[]>>;
}

/** Who carries the API and reads it from the caller's side. */
export const CALLERS: readonly PackageKey[] = ['specs', 'client', 'service', 'conformance'];

/** Who carries the API. */
export const API: readonly PackageKey[] = [...CALLERS, 'server'];

/** Who carries the events. */
export const RECEIVERS: readonly PackageKey[] = ['specs', 'events', 'service', 'conformance'];

/** Who carries schemas that both APIs and events hold, from the reader's side. */
export const READERS: readonly PackageKey[] = [...CALLERS, 'events'];

export const EVERYBODY: readonly PackageKey[] = [...READERS, 'server'];

/** Limits as the sources refer to them, to be replaced by an edit. */
export const USER_NAME_LENGTH = 'maxLength: { $ref: ../limits.yaml#/userNameLengthMax/value }';
export const NOME_LENGTH = 'maxLength: { $ref: ../limits.yaml#/nomeLengthMax/value }';
export const PAGE_ENTRIES = 'maximum: { $ref: ../../limits.yaml#/pageEntriesMax/value }';
