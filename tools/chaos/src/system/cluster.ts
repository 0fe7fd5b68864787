import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../packages/service/test/harness/postgres-server.ts';
import { type Receiver, startReceiver } from '../../../../packages/service/test/harness/receiver.ts';
import type { Accesses } from './access.ts';
import type { DatabaseCopy, DemoData } from './demo-data.ts';
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
  /** How many nodes there are on PostgreSQL: one process alone opens a SQLite file. */
  readonly nodes: number;
  readonly data: DemoData;
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

/** Copies the data of the demo, and starts the nodes over it. */
export async function startCluster(input: ClusterInput): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
  const receiver = await startReceiver();
  const nodes: ServiceNode[] = [];
  let database: DatabaseCopy | undefined;
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.kill()));
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
    await database?.remove();
  };
  try {
    writeFileSync(join(folder, 'ca.pem'), receiver.authority);
    const { data, databaseFolder, tablespace } = input;
    const keyFile = data.copyKey(folder);
    database = await data.copyDatabase({ folder: databaseFolder ?? folder, tablespace });
    const store = ['--database', input.through?.(database.address) ?? database.address, '--key-file', keyFile];
    const delivery = ['--delivery-allow', '127.0.0.0/8', '--delivery-ca', join(folder, 'ca.pem'), '--lease-seconds', '1'];
    for (let count = data.postgres === undefined ? 1 : input.nodes; count > 0; count -= 1) {
      const { environment, fileBytesMax, flags = [] } = input;
      const node = { port: await freePort(), flags: [...store, ...delivery, ...flags], fileBytesMax };
      nodes.push(createServiceNode(environment === undefined ? node : { ...node, environment }));
    }
    await Promise.all(nodes.map((node) => node.start()));
    return { nodes, accesses: data.accesses, receiver, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}
