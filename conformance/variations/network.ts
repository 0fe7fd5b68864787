import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Answer, withHeader } from '../mutants/peer/message.ts';
import type { Variation } from './variation.ts';

/** Half of the latency of a distant service. */
const HALF_MS = 100;
const PIECES = 4;

function inPieces(answer: Answer): Answer {
  const size = Math.max(1, Math.ceil(answer.body.length / PIECES));
  const parts = Array.from({ length: PIECES }, (_, index) => answer.body.slice(index * size, (index + 1) * size));
  return answer.status === 204 ? answer : { ...answer, pieces: parts, pauseMs: 10 };
}

/** Half of the latency where connections break, and how often they break. */
const HALF_OF_LOSSY_MS = 25;
const ONE_BREAKS_OF = 100;

/** The same answers over other networks. */
export const networkVariations: readonly Variation[] = [
  {
    id: 'far-away-over-tls',
    tls: true,
    rules: ['AUTH-03', 'COMP-03', 'HDR-07', 'HOOK-14', 'IDEM-05', 'IDEM-06', 'IDEM-15', 'CONC-03', 'EVT-12'],
    fault: () => async (request, forward) => {
      await sleep(HALF_MS);
      const answer = await forward(request);
      await sleep(HALF_MS);
      return answer;
    },
  },
  {
    id: 'answers-in-slow-pieces',
    rules: ['AUTH-*', 'COMP-*', 'HDR-0*', 'HOOK-*', 'IDEM-05', 'IDEM-06', 'IDEM-15', 'CONC-03'],
    fault: () => async (request, forward) => inPieces(await forward(request)),
  },
  {
    id: 'one-connection-in-a-hundred-breaks',
    fault: () => {
      let connections = 0;
      return async (request, forward) => {
        connections += 1;
        const breaks = connections % ONE_BREAKS_OF === 0;
        await sleep(HALF_OF_LOSSY_MS);
        // Every other break comes before the service has the request.
        if (breaks && connections % (2 * ONE_BREAKS_OF) === 0) throw new Error('the connection breaks under the request');
        const answer = await forward(request);
        await sleep(HALF_OF_LOSSY_MS);
        if (breaks) throw new Error('the connection breaks under the answer');
        return withHeader(answer, 'Connection', 'close');
      };
    },
  },
  {
    id: 'compressed-on-a-connection-of-its-own',
    rules: ['AUTH-*', 'COMP-*', 'HDR-0*', 'HOOK-*', 'IDEM-0*', 'IDEM-15', 'CONC-03'],
    fault: () => async (request, forward) => {
      const answer = withHeader(await forward(request), 'Connection', 'close');
      if (answer.body === '') return answer;
      // Some services also write a byte order mark before JSON.
      return { ...withHeader(answer, 'Content-Encoding', 'gzip'), pieces: [gzipSync(`\uFEFF${answer.body}`)] };
    },
  },
];
