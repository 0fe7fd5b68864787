import { setTimeout as sleep } from 'node:timers/promises';
import { type ReceiverParts, rightParts, verified } from '../mutants/peer/receiver-parts.ts';
import type { RuleId } from '../src/generated/rules.ts';
import type { ReceiverTarget } from '../src/index.ts';

/**
 * A receiver that makes a choice which the source leaves open. No rule may fail under `--profile stated`. Under `--profile reference` only those
 * rules may fail that state our own choice.
 */
export interface ReceiverVariation {
  readonly id: string;
  readonly parts: Partial<ReceiverParts>;
  /** Rules of ours that it decides otherwise. */
  readonly against?: readonly RuleId[];
  /** Whether it listens on TLS. */
  readonly tls?: boolean;
  /** Settings of its description that differ. */
  readonly target?: Partial<ReceiverTarget>;
}

/** All legal receivers that differ from the plainest one. */
export const receiverVariations: readonly ReceiverVariation[] = [
  { id: 'answers-200-with-a-body', parts: answering((status) => (status === 204 ? 200 : status), '{"ok":true}') },
  { id: 'answers-202-and-works-afterwards', parts: { receive: workingAfterwards() } },
  { id: 'answers-first-attempts-201-and-others-208', parts: { receive: countingAnswers() } },
  { id: 'refuses-with-400', parts: answering((status) => (status === 401 ? 400 : status)) },
  { id: 'refuses-with-404', parts: answering((status) => (status === 401 ? 404 : status)) },
  { id: 'refuses-with-a-redirect', parts: answering((status) => (status === 401 ? 302 : status)) },
  {
    id: 'closes-the-connection-of-what-it-refuses',
    parts: {
      answer: (status, response) => {
        if (status < 300) response.writeHead(status).end();
        else response.destroy();
      },
    },
  },
  {
    id: 'closes-every-connection-behind-chunks',
    parts: {
      answer: (status, response) => {
        response.writeHead(status === 204 ? 200 : status, { connection: 'close' });
        response.write('{"state":');
        response.end('"ok"}');
      },
    },
  },
  { id: 'answers-after-some-work', parts: { work: async () => await sleep(60) } },
  { id: 'takes-one-delivery-at-a-time', parts: { receive: oneAtATime() } },
  { id: 'lets-duplicates-wait-for-the-first', parts: { seenEvents: waitingForTheFirst, work: async () => await sleep(20) } },
  { id: 'asks-to-come-back-now-and-then', parts: { receive: limited(40), answer: comeBack } },
  { id: 'reads-the-event-before-it-verifies', parts: { receive: readingFirst } },
  {
    id: 'reads-headers-generously',
    parts: {
      parse: (header) => {
        const elements = header.split(',').map((element) => element.trim().split(/=(.*)/s));
        const values = (name: string): string[] => elements.flatMap(([prefix, value = '']) => (prefix === name ? [value] : []));
        return { t: values('t').at(-1), v2: values('v2') };
      },
      isEqual: (expected, v2) => expected === v2.toLowerCase(),
    },
  },
  {
    id: 'reads-headers-strictly',
    parts: { parse: (header) => (/^[^=,\s]+=[^,\s]*(,[^=,\s]+=[^,\s]*)*$/.test(header) ? rightParts.parse(header) : undefined) },
  },
  {
    id: 'tolerates-a-minute-alone',
    parts: { isFresh: (t, now) => /^\d+$/.test(t) && Math.abs(now - Number(t)) <= 60 },
    target: { toleranceSeconds: 60 },
  },
  { id: 'takes-timestamps-ahead', parts: { isFresh: (t, now) => /^\d+$/.test(t) && now - Number(t) <= 300 }, against: ['RCV-16'] },
  { id: 'takes-timestamps-with-fractions', parts: { isFresh: (t, now) => Math.abs(now - Number(t)) <= 300 }, against: ['RCV-16'] },
  {
    id: 'knows-its-headers-by-another-word',
    parts: { headerName: 'acme-cloud-signature' },
    target: { headerWord: 'Acme-Cloud' },
  },
  { id: 'is-behind-tls', parts: {}, tls: true },
];

function answering(change: (status: number) => number, body = ''): Partial<ReceiverParts> {
  return {
    answer: (status, response) => {
      const changed = change(status);
      response.writeHead(changed, changed === 302 ? { location: '/sorry' } : {}).end(changed === 204 ? undefined : body);
    },
  };
}

function workingAfterwards(): ReceiverParts['receive'] {
  return async (arrival, receiver) => {
    if (!receiver.parts.isSender(arrival.remoteAddress)) return 403;
    const signed = verified(arrival, receiver);
    if (signed === undefined) return 401;
    const evento = receiver.parts.readEvento(arrival.body);
    setTimeout(() => void receiver.seen.claim(evento, signed, () => receiver.process(evento)), 150);
    return 202;
  };
}

function countingAnswers(): ReceiverParts['receive'] {
  return async (arrival, receiver) => {
    let status = 208;
    const process: typeof receiver.process = async (evento) => {
      status = 201;
      await receiver.process(evento);
    };
    const answered = await rightParts.receive(arrival, { ...receiver, process });
    return answered === 204 ? status : answered;
  };
}

function oneAtATime(): ReceiverParts['receive'] {
  let last: Promise<unknown> = Promise.resolve();
  return (arrival, receiver) => {
    const turn = last.then(() => rightParts.receive(arrival, receiver));
    last = turn.catch(() => {});
    return turn;
  };
}

function waitingForTheFirst(): ReturnType<ReceiverParts['seenEvents']> {
  const works = new Map<string, Promise<void>>();
  return {
    claim: async ({ EventGuid }, _signed, process) => {
      const work = works.get(EventGuid) ?? process();
      works.set(EventGuid, work);
      await work;
    },
  };
}

/** Answers 429 to every n-th delivery. */
function limited(every: number): ReceiverParts['receive'] {
  let count = 0;
  return async (arrival, receiver) => {
    count += 1;
    return count % every === 0 ? 429 : await rightParts.receive(arrival, receiver);
  };
}

function comeBack(...[status, response]: Parameters<ReceiverParts['answer']>): void {
  response.writeHead(status, status === 429 ? { 'retry-after': '0' } : {}).end();
}

async function readingFirst(...[arrival, receiver]: Parameters<ReceiverParts['receive']>): Promise<number> {
  try {
    receiver.parts.readEvento(arrival.body);
  } catch {
    return 400;
  }
  return await rightParts.receive(arrival, receiver);
}
