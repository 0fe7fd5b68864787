import type { Kysely } from 'kysely';
import type { ServiceError } from '../../model/service-error.ts';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';
import type { Units } from './units.ts';

/** Where statements and units of work of one kind run: kinds that have connections of their own do not wait for each other. */
export interface Executor {
  /** For what only reads, and for single statements that commit by themselves. */
  readonly connection: Connection;
  readonly units: Units;
}

/** How the database is, whatever else runs on it. */
export interface Health {
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Resolves when requests are answered by it; asks only where that is in doubt. */
  pingForRequests(): Promise<void>;
  /** How long no request was answered by it that asked, in milliseconds. */
  unansweredMs(): number;
}

/** A database, and how units of work run in it. */
export interface Database extends Executor {
  readonly deliveries: Executor;
  readonly health: Health;
  /** Resolves when the database is lost for good, with what happened: nothing more can be written or read. */
  readonly lost: Promise<ServiceError>;
  /** Whether no other process can be at it. */
  readonly exclusive: boolean;
  /** What migrations run with, before anything else runs. */
  readonly migrating: Kysely<Schema>;
  close(): Promise<void>;
}
