import { setTimeout as sleep } from 'node:timers/promises';
import type { Received } from '../../../../packages/service/test/harness/receiver.ts';
import { audit } from '../load/audit.ts';
import { type Bystander, startBystander } from '../load/bystander.ts';
import { type Client, logIn } from '../load/client.ts';
import { startWriters, type Writers } from '../load/writers.ts';
import type { Figures, Wait } from '../report/figures.ts';
import { type Cluster, type ClusterInput, startCluster } from '../system/cluster.ts';
import type { ServiceNode } from '../system/service-node.ts';
import type { ExperimentContext } from './experiment.ts';

/** What the faults of an experiment meet. */
export interface Load {
  readonly cluster: Cluster;
  readonly client: Client;
  readonly writers: Writers;
  /** The names of the objects whose events were confirmed. */
  readonly delivered: ReadonlySet<string>;
  /** Notes that a request of the fault was answered: whether a bystander waits for the fault is measured by that. */
  noteAnswer(by: ServiceNode): void;
  /** Notes something that is wrong and that no other figure shows. */
  complain(sentence: string): void;
}

export interface LoadInput {
  readonly writers: number;
  /** How long each writer rests after a write, in milliseconds. */
  readonly pauseMs?: number;
  /** Whether a client of another company is measured. */
  readonly bystander?: boolean;
  /** How long that client works before the faults begin, in milliseconds, to compare with: not at all by default. */
  readonly calmMs?: number;
  readonly cluster?: Partial<ClusterInput>;
  /** What the receiver answers to an event of the object of that name; 204 by default. */
  readonly confirm?: (nome: string) => number;
}

/**
 * Starts the service and its clients, makes the faults, and then compares what was answered with what is there.
 *
 * @param makeFaults returns how many it made
 */
export async function underLoad(
  context: ExperimentContext,
  input: LoadInput,
  makeFaults: (load: Load) => Promise<number>,
): Promise<Figures> {
  const { nodes, data, progress } = context;
  progress('starts the service');
  const cluster = await startCluster({ nodes, data, ...input.cluster });
  let writers: Writers | undefined;
  let bystander: Bystander | undefined;
  try {
    const delivered = new Set<string>();
    const confirm = input.confirm ?? (() => 204);
    cluster.receiver.behave((request) => {
      const nome = nomeOf(request);
      const status = confirm(nome);
      if (status < 300) delivered.add(nome);
      return status;
    });
    const client = await logIn(cluster.nodes, cluster.accesses.client);
    await subscribe(cluster, client);
    const complaints: string[] = [];
    writers = startWriters(client, input.writers, input.pauseMs ?? 0);
    if (input.calmMs !== undefined) progress('measures the bystander without the fault');
    const calmWaits = input.calmMs === undefined ? undefined : await waitsWithin(input.calmMs, await startBystander(cluster));
    bystander = input.bystander === true ? await startBystander(cluster) : undefined;
    const complain = (sentence: string): void => void complaints.push(sentence);
    const noteAnswer = (by: ServiceNode): void => bystander?.overtake(by);
    const faults = await makeFaults({ cluster, client, writers, delivered, noteAnswer, complain });
    const met = await bystander?.stop();
    const writes = await writers.stop();
    progress('compares what was answered with what is there');
    const audited = await audit(client, delivered, writes);
    for (const fault of cluster.nodes.flatMap(({ faults }) => faults)) complain(`a request broke a node with ${fault}`);
    if (client.counts.hanging > 0) complain(`${client.counts.hanging} requests were not answered`);
    if (met !== undefined && met.refused > 0) complain(`the bystander was refused ${met.refused} times`);
    if (met !== undefined && met.unavailable > 0) complain(`the bystander was answered 503 ${met.unavailable} times`);
    if (met !== undefined && met.unanswered > 0) complain(`the bystander was not answered ${met.unanswered} times`);
    return {
      ...audited,
      serverErrors: client.counts.serverErrors + (met?.serverErrors ?? 0),
      unavailable: client.counts.unavailable + (met?.unavailable ?? 0),
      residentBytes: largest(cluster.nodes.map((node) => node.residentPeak())),
      waits: met?.waits,
      calmWaits,
      faults,
      complaints: [...audited.complaints, ...complaints],
    };
  } finally {
    // When an experiment ends early they still work, and would for good.
    await Promise.all([bystander?.end(), writers?.stop()]);
    await cluster.close();
  }
}

async function waitsWithin(calmMs: number, bystander: Bystander): Promise<readonly Wait[]> {
  try {
    await sleep(calmMs);
    return (await bystander.stop()).waits;
  } finally {
    await bystander.end();
  }
}

async function subscribe({ receiver }: Cluster, client: Client): Promise<void> {
  const body = { AziendaId: 1, Url: `${receiver.url}/hook`, Events: ['Anagrafica.Create'] };
  const created = await client.callUntilAnswered('POST', '/api/v3/config/webhook', { body });
  if (created.status !== 201) throw new Error(`The webhook was answered ${created.status}: ${created.text}`);
}

function nomeOf({ body }: Received): string {
  return String(JSON.parse(String(body)).Object.nome);
}

function largest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}
