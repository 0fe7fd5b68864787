import { keyHeader, onReplay, replay } from './faults/keys.ts';
import type { Mutant } from './mutant.ts';
import { type Answered, bodyOf, headerOf, isSuccess, refusal, withBody, withHeader, without } from './peer/message.ts';
import { forEachUser } from './peer/users.ts';

/** Services that answer a retry wrongly, or have an effect by it. */
export const idemReplayMutants: readonly Mutant[] = [
  {
    id: 'IDEM-01-equal-posts-are-one',
    mustBreak: ['IDEM-01', 'EVT-08'],
    mayBreak: ['EVT-03'],
    fault: () => {
      const seen = new Map<string, Answered>();
      return async (request, forward) => {
        const same = `${headerOf(request, 'Authorization')} ${request.path} ${request.body}`;
        const known = seen.get(same);
        if (request.operation !== 'createAnagrafica' || headerOf(request, keyHeader) !== undefined) return await forward(request);
        if (known !== undefined) return known;
        const answer = await forward(request);
        if (isSuccess(answer)) seen.set(same, answer);
        return answer;
      };
    },
  },
  {
    id: 'IDEM-02-first-is-marked-too',
    mustBreak: ['IDEM-02', 'IDEM-05', 'IDEM-09', 'IDEM-12', 'IDEM-14', 'IDEM-16'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return headerOf(request, keyHeader) !== undefined && isSuccess(answer) ? replay(answer) : answer;
    },
  },
  {
    id: 'IDEM-02-keys-of-32-characters',
    mustBreak: ['IDEM-02', 'IDEM-16'],
    fault: () => async (request, forward) => {
      const key = headerOf(request, keyHeader);
      return await forward(key === undefined ? request : withHeader(request, keyHeader, key.slice(0, 32)));
    },
  },
  {
    id: 'IDEM-03-replay-not-marked',
    mustBreak: ['IDEM-03', 'IDEM-10', 'IDEM-11', 'IDEM-13', 'IDEM-15', 'IDEM-16'],
    mayBreak: ['IDEM-05', 'IDEM-06'],
    fault: onReplay((answer) => without(answer, 'Idempotent-Replayed')),
  },
  {
    id: 'IDEM-03-replay-says-ok',
    mustBreak: ['IDEM-03', 'IDEM-11', 'IDEM-13', 'IDEM-16'],
    mayBreak: ['IDEM-05', 'IDEM-06'],
    fault: onReplay((answer) => ({ ...answer, status: 200 })),
  },
  {
    id: 'IDEM-03-replay-of-a-webhook-without-secret',
    mustBreak: ['IDEM-03', 'IDEM-11', 'IDEM-13'],
    mayBreak: ['IDEM-05', 'IDEM-06'],
    fault: onReplay((answer, operation) =>
      operation === 'createWebhook' ? withBody(answer, { ...bodyOf(answer), secret: null }) : answer,
    ),
  },
  {
    id: 'IDEM-03-second-replay-executes',
    mustBreak: ['IDEM-03', 'IDEM-04', 'IDEM-05', 'IDEM-15', 'EVT-11'],
    fault: forEachUser(() => {
      const uses = new Map<string, number>();
      return async (request, forward) => {
        const key = headerOf(request, keyHeader) ?? '';
        const use = `${key} ${request.body}`;
        uses.set(use, (uses.get(use) ?? 0) + 1);
        return await forward(
          key !== '' && uses.get(use) === 3 && request.operation === 'createAnagrafica' ? without(request, keyHeader) : request,
        );
      };
    }),
  },
  {
    id: 'IDEM-04-replays-and-executes',
    mustBreak: ['IDEM-04', 'IDEM-11', 'IDEM-13', 'IDEM-15', 'IDEM-16', 'EVT-11'],
    mayBreak: ['IDEM-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (headerOf(answer, 'Idempotent-Replayed') === 'true' && request.operation === 'createAnagrafica')
        await forward(without(request, keyHeader));
      return answer;
    },
  },
  {
    id: 'IDEM-10-guard-before-the-store',
    mustBreak: ['IDEM-10', 'IDEM-11', 'IDEM-13', 'IDEM-15'],
    mayBreak: ['IDEM-05'],
    fault: onReplay((answer, operation) => (operation === 'updateWebhook' && isSuccess(answer) ? refusal(422) : answer)),
  },
  {
    id: 'IDEM-10-replay-shows-the-present-state',
    mustBreak: ['IDEM-10'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'updateWebhook' || !isSuccess(answer) || headerOf(answer, 'Idempotent-Replayed') !== 'true') return answer;
      const headers = request.headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
      const present = await forward({ method: 'GET', path: request.path, headers, body: '' });
      return { ...answer, body: present.body };
    },
  },
];
