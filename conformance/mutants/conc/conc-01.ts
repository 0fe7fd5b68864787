import { puts, tokenOf } from '../faults/concurrency-tokens.ts';
import { changed } from '../faults/exchanges.ts';
import { idOf, type Webhook } from '../faults/webhooks.ts';
import type { Mutants, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, entriesOf, isSuccess, refusal, withBody } from '../peer/message.ts';

/** A fault that keeps the token of a webhook after some changes. It still refuses stale tokens. */
function tokenStays(stays: (before: Webhook, after: Webhook) => boolean): NewFault {
  return () => {
    const known = new Map<string, Known>();
    const showing = (webhook: Webhook): Webhook => ({
      ...webhook,
      concurrencyToken: known.get(String(webhook.id))?.shown ?? webhook.concurrencyToken,
    });
    const learn = (webhook: Webhook, shown: unknown): void => void known.set(String(webhook.id), { webhook, shown });
    const put = async (request: Request, { webhook, shown }: Known, forward: (request: Request) => Promise<Answer>): Promise<Answer> => {
      const sent = bodyOf(request);
      if (String(sent.ConcurrencyToken) === String(shown))
        return await forward(withBody(request, { ...sent, ConcurrencyToken: webhook.concurrencyToken }));
      return String(sent.ConcurrencyToken) === String(webhook.concurrencyToken) ? refusal(422) : await forward(request);
    };
    return async (request, forward) => {
      const before = request.operation === 'updateWebhook' ? known.get(idOf(request)) : undefined;
      const answer = before === undefined ? await forward(request) : await put(request, before, forward);
      if (!isSuccess(answer) || request.operation?.endsWith('Webhook') !== true) return answer;
      const webhook = bodyOf(answer);
      if (request.operation === 'createWebhook') learn(webhook, webhook.concurrencyToken);
      if (before !== undefined && webhook.concurrencyToken !== before.webhook.concurrencyToken)
        learn(webhook, stays(before.webhook, webhook) ? before.shown : webhook.concurrencyToken);
      return changed(answer, showing);
    };
  };
}

/** A webhook as a client sees it. Its token may stay the same while the real one changes. */
interface Known {
  readonly webhook: Webhook;
  readonly shown: unknown;
}

function isSame(member: string, before: Webhook, after: Webhook): boolean {
  return JSON.stringify(before[member]) === JSON.stringify(after[member]);
}

const besideDescription = ['url', 'events', 'aziendaId'] as const;

/** The members of a document in a request, without its lines. */
function others({ righe: _lines, concurrencyToken: _token, ...sent }: Webhook): string {
  return JSON.stringify(sent);
}

/** A fault that keeps the token of a document after some PUTs. It still refuses stale tokens. @param stays compares the last two bodies */
function documentsTokenStays(stays: (before: Webhook, sent: Webhook) => boolean): NewFault {
  return () => {
    const known = new Map<string, { shown: unknown; real: unknown; sent: Webhook }>();
    const showing = (document: Webhook, path: string): Webhook => ({
      ...document,
      concurrencyToken: known.get(path)?.shown ?? document.concurrencyToken,
    });
    return async (request, forward) => {
      const path = request.path.replace(/(\/Documento\/\d+).*/, '$1');
      const before = known.get(path);
      const isUpdate = request.operation === 'updateDocumento';
      const sent = bodyOf(request);
      if (isUpdate && before !== undefined && before.shown !== before.real && sent.concurrencyToken === before.real) return refusal(422);
      const isCurrent = isUpdate && before !== undefined && sent.concurrencyToken === before.shown;
      const answer = await forward(isCurrent ? withBody(request, { ...sent, concurrencyToken: before.real }) : request);
      if (!isSuccess(answer)) return answer;
      const real = bodyOf(answer).concurrencyToken;
      if (isUpdate) known.set(path, { shown: before && stays(before.sent, sent) ? before.shown : real, real, sent });
      if (['getDocumento', 'updateDocumento'].includes(request.operation ?? '')) return withBody(answer, showing(bodyOf(answer), path));
      return request.operation === 'listDocumento'
        ? withBody(
            answer,
            entriesOf(answer).map((entry) => showing(entry, `${path.split('?')[0]}/${entry.id}`)),
          )
        : answer;
    };
  };
}

export const mutants: Mutants = {
  'get-shows-the-token-before': {
    mustAlsoBreak: ['CONC-03'],
    mayBreak: ['HOOK-15', 'IDEM-04', 'IDEM-10', 'IDEM-13'],
    fault: () => {
      const before = new Map<string, unknown>();
      const current = new Map<string, unknown>();
      return async (request, forward) => {
        const answer = await forward(request);
        const id = request.path.split('/').at(-1) ?? '';
        const token = bodyOf(answer).concurrencyToken;
        if (request.operation === 'updateWebhook' && isSuccess(answer)) {
          before.set(id, current.get(id));
          current.set(id, token);
        }
        if (request.operation === 'createWebhook' && isSuccess(answer)) current.set(String(bodyOf(answer).id), token);
        return request.operation === 'getWebhook' && before.has(id)
          ? withBody(answer, { ...bodyOf(answer), concurrencyToken: before.get(id) })
          : answer;
      };
    },
  },
  'third-put-is-refused': {
    mayBreak: ['IDEM-05', 'IDEM-06', 'CONC-02', 'CONC-03', 'IDEM-15'],
    fault: puts(async (memory, request, forward) => {
      const done = memory.get(request.path) ?? [];
      const answer = done.length === 2 && request.operation === 'updateAnagrafica' ? refusal(409) : await forward(request);
      if (isSuccess(answer)) memory.set(request.path, [...done, tokenOf(request)]);
      return answer;
    }),
  },
  'token-stays-where-the-description-does': {
    mayBreak: ['IDEM-10'],
    fault: tokenStays((before, after) => isSame('description', before, after)),
  },
  'token-stays-where-all-but-the-description-does': {
    mustAlsoBreak: ['CONC-03', 'CONC-04', 'CONC-05', 'IDEM-10', 'IDEM-11', 'IDEM-13', 'IDEM-15', 'IDEM-16'],
    // A retry carries the token that the client saw, and the fault forwards it with another one.
    mayBreak: ['IDEM-07', 'IDEM-08', 'IDEM-09', 'IDEM-03', 'IDEM-05', 'IDEM-06'],
    fault: tokenStays((before, after) => besideDescription.every((member) => isSame(member, before, after))),
  },
  'token-stays-where-only-the-lines-change': {
    // The answer and the event differ.
    mayBreak: ['EVT-03', 'EVT-14', 'EVT-15', 'IDEM-10'],
    fault: documentsTokenStays((before, sent) => others(before) === others(sent)),
  },
  'token-stays-where-members-are-left-out-alone': {
    mayBreak: ['EVT-03', 'EVT-14', 'EVT-15', 'IDEM-10'],
    fault: documentsTokenStays((before, sent) =>
      Object.keys(sent).every((member) => member === 'concurrencyToken' || isSame(member, before, sent)),
    ),
  },
};
