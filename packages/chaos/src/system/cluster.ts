import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresDatabase } from '../../../service/test/harness/postgres-database.ts';
import { freePort, type PostgresServer } from '../../../service/test/harness/postgres-server.ts';
import { startProcess } from '../../../service/test/harness/process.ts';
import { type Receiver, startReceiver } from '../../../service/test/harness/receiver.ts';
import { type Accesses, parseAccesses } from './access.ts';
import { createServiceNode, type ServiceNode } from './service-node.ts';

export type Store = 'sqlite' | 'postgres';

/** The nodes of one service over one database, and a receiver for its deliveries. */
export interface Cluster {
  readonly nodes: readonly ServiceNode[];
  readonly accesses: Accesses;
  readonly receiver: Receiver;
  /** Where its key is, and on SQLite its database. */
  readonly folder: string;
  close(): Promise<void>;
}

export interface ClusterInput {
  readonly store: Store;
  /** How many nodes there are on PostgreSQL: one process alone opens a SQLite file. */
  readonly nodes: number;
  /** Undefined for SQLite. */
  readonly postgres: PostgresServer | undefined;
  /** Further flags of every node. */
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly fileBytesMax?: number | undefined;
  /** Where the SQLite file is, if not in a folder of its own. */
  readonly databaseFolder?: string | undefined;
  /** The tablespace of the PostgreSQL database. */
  readonly tablespace?: string | undefined;
  /** From the address of the database to the one that the nodes use. */
  readonly through?: (database: string) => string;
}

/** Makes a database with the data of the demo, and starts the nodes. */
export async function startCluster(input: ClusterInput): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
  const receiver = await startReceiver();
  const nodes: ServiceNode[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.kill()));
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    writeFileSync(join(folder, 'ca.pem'), receiver.authority);
    const keyFile = join(folder, 'seal.key');
    writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 });
    const database = await databaseOf(input, folder);
    const accesses = await prepare(['--database', database, '--key-file', keyFile], join(folder, 'password'));
    const store = ['--database', input.through?.(database) ?? database, '--key-file', keyFile];
    const delivery = ['--delivery-allow', '127.0.0.0/8', '--delivery-ca', join(folder, 'ca.pem'), '--lease-seconds', '1'];
    for (let count = input.store === 'sqlite' ? 1 : input.nodes; count > 0; count -= 1) {
      const { environment, fileBytesMax, flags = [] } = input;
      const node = { port: await freePort(), flags: [...store, ...delivery, ...flags], fileBytesMax };
      nodes.push(createServiceNode(environment === undefined ? node : { ...node, environment }));
    }
    await Promise.all(nodes.map((node) => node.start()));
    return { nodes, accesses, receiver, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function databaseOf({ store, postgres, databaseFolder, tablespace }: ClusterInput, folder: string): Promise<string> {
  if (store === 'sqlite') return join(databaseFolder ?? folder, 'data.sqlite');
  if (postgres === undefined) throw new Error('There is no PostgreSQL for a trial on it.');
  return createPostgresDatabase(postgres.url, tablespace);
}

/** The demo writes its companies and users, and says how they are reached; they stay when it has ended. Its second user gets company 2. */
async function prepare(store: readonly string[], passwordFile: string): Promise<Accesses> {
  const demo = await startProcess(['demo', '--port', '0', '--print', 'json', '--no-deliver', ...store]);
  demo.signal('SIGTERM');
  await demo.ended;
  const accesses = parseAccesses(demo.firstLine);
  const { userName, password } = accesses.bystander.credentials;
  writeFileSync(passwordFile, password);
  const adding = await startProcess(['user', 'add', '--name', userName, '--company', '2', '--password-file', passwordFile, ...store]);
  await adding.ended;
  return accesses;
}
