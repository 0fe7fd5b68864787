import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';
import type { Units } from './units.ts';

/** A database, and how units of work run in it. */
export interface Database {
  /** For what only reads, and for single statements that commit by themselves. */
  readonly connection: Connection;
  readonly units: Units;
  /** Whether no other process can be at it. */
  readonly exclusive: boolean;
  /** What migrations run with, before anything else runs. */
  readonly migrating: Kysely<Schema>;
  close(): Promise<void>;
}
