import { createHmac } from 'node:crypto';
import type { OperationId } from '../src/generated/operations.ts';
import type { DeliveryFault, Fault, Mutant, Request, Scene } from './mutant.ts';
import { type Answered, bodyOf, entriesOf, headerOf, isSuccess, refusal, withBody, withHeader } from './peer/message.ts';

type Webhook = Record<string, unknown>;
type Forward = Parameters<Fault>[1];

/** A fault that changes every webhook that some operations show. */
function shown(operations: readonly OperationId[], change: (webhook: Webhook) => Webhook): Mutant['fault'] {
  return () => async (request, forward) => {
    const answer = await forward(request);
    return operations.some((operation) => operation === request.operation) ? changed(answer, change) : answer;
  };
}

/** The answer with every webhook in it changed. */
function changed(answer: Answered, change: (webhook: Webhook) => Webhook): Answered {
  if (!isSuccess(answer) || answer.body === '') return answer;
  return answer.body.startsWith('[') ? withBody(answer, entriesOf(answer).map(change)) : withBody(answer, change(bodyOf(answer)));
}

/** A fault that changes what some operations are asked. */
function asked(operations: readonly OperationId[], change: (body: Webhook) => Webhook): Mutant['fault'] {
  return () => async (request, forward) =>
    await forward(operations.some((operation) => operation === request.operation) ? withBody(request, change(bodyOf(request))) : request);
}

/** A fault that refuses what some operations are asked. */
function refused(operation: OperationId, wrong: (body: Webhook) => boolean): Mutant['fault'] {
  return () => async (request, forward) =>
    request.operation === operation && wrong(bodyOf(request)) ? refusal(400) : await forward(request);
}

/** A fault that remembers something of each webhook, by id, from the requests that changed it. */
function remembering(
  handle: (kept: Map<string, Webhook>, request: Request, forward: Forward, scene: Scene) => Promise<Answered>,
): Mutant['fault'] {
  return (scene) => {
    const kept = new Map<string, Webhook>();
    return async (request, forward) => await handle(kept, request, forward, scene);
  };
}

function idOf(request: Request): string {
  return request.path.split('/').at(-1) ?? '';
}

function pascal({ aziendaId, ...webhook }: Webhook): Webhook {
  return { ...webhook, AziendaId: aziendaId };
}

function without(webhook: Webhook, member: string): Webhook {
  return Object.fromEntries(Object.entries(webhook).filter(([name]) => name !== member));
}

/** A service that takes a Url of another scheme as if it were https, and shows it as it came. */
function otherScheme(operation: OperationId, taken: (url: string) => boolean): Mutant['fault'] {
  return () => {
    const urls = new Map<string, string>();
    const back = (webhook: Webhook): Webhook => ({ ...webhook, url: urls.get(String(webhook.id)) ?? webhook.url });
    return async (request, forward) => {
      const url = bodyOf(request).Url;
      if (request.operation !== operation || typeof url !== 'string' || !taken(url)) return changed(await forward(request), back);
      const answer = await forward(withBody(request, { ...bodyOf(request), Url: url.replace(/^[^/]*/, 'https:') }));
      if (isSuccess(answer)) urls.set(String(bodyOf(answer).id), url);
      return changed(answer, back);
    };
  };
}

/** What a fault of requests tells a fault of deliveries about, by the webhooks' secrets. */
const marks = new WeakMap<Scene, Map<string, string>>();

function marksOf(scene: Scene): Map<string, string> {
  const known = marks.get(scene) ?? new Map<string, string>();
  marks.set(scene, known);
  return known;
}

/** A service that does something to the deliveries of webhooks that a PUT has marked. */
function markedByPut(
  id: Mutant['id'],
  breaks: Mutant['breaks'],
  markOf: (body: Webhook) => string | undefined,
  deliver: (mark: string) => DeliveryFault,
): Mutant {
  return {
    id,
    breaks,
    fault: (scene) => {
      const secrets = new Map<string, string>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (!isSuccess(answer)) return answer;
        if (request.operation === 'createWebhook') secrets.set(String(bodyOf(answer).id), String(bodyOf(answer).secret));
        const mark = request.operation === 'updateWebhook' ? markOf(bodyOf(request)) : undefined;
        if (mark !== undefined) marksOf(scene).set(secrets.get(idOf(request)) ?? '', mark);
        return answer;
      };
    },
    deliveryFault: (scene) => async (delivery, send) => {
      const mark = marksOf(scene).get(delivery.secret);
      return mark === undefined ? await send(delivery) : await deliver(mark)(delivery, send);
    },
  };
}

/** Signs with another secret than the webhook's own. */
const signedWith =
  (secret: string): DeliveryFault =>
  async (delivery, send) => {
    const timestamp = /t=(\d+)/.exec(headerOf(delivery, 'Service-Signature') ?? '')?.[1] ?? '';
    const v2 = createHmac('sha256', secret).update(`${timestamp}.${delivery.body}`).digest('hex');
    return await send(withHeader(delivery, 'Service-Signature', `t=${timestamp},v2=${v2}`));
  };

/** Services that keep webhooks wrongly. */
export const hookMutants: readonly Mutant[] = [
  { id: 'HOOK-01-pascal-case-in-the-list', breaks: ['HOOK-01'], fault: shown(['listWebhook'], pascal) },
  {
    id: 'HOOK-01-creation-without-enabled',
    breaks: ['HOOK-01', 'HOOK-03'],
    fault: shown(['createWebhook'], (webhook) => without(webhook, 'enabled')),
  },
  { id: 'HOOK-01-put-answers-in-pascal-case', breaks: ['HOOK-01'], fault: shown(['updateWebhook'], pascal) },
  {
    id: 'HOOK-02-description-read-in-camel-case',
    breaks: ['HOOK-02'],
    fault: asked(['createWebhook'], ({ Description: _dropped, description, ...body }) => ({ ...body, Description: description })),
  },
  {
    id: 'HOOK-02-url-read-with-a-point-for-every-hyphen',
    breaks: ['HOOK-02'],
    fault: asked(['createWebhook'], (body) => ({
      ...body,
      Url: String(body.Url).replace(/\/([^/]*)$/, (path) => path.replaceAll('-', '.')),
    })),
  },
  {
    id: 'HOOK-02-put-wants-camel-case',
    breaks: ['HOOK-02', 'HOOK-09', 'HOOK-10', 'HOOK-11'],
    fault: refused('updateWebhook', (body) => !Object.hasOwn(body, 'events')),
  },
  {
    id: 'HOOK-03-disabled-on-creation',
    breaks: ['HOOK-03'],
    fault: remembering(async (disabled, request, forward) => {
      const show = (webhook: Webhook): Webhook => ({ ...webhook, enabled: !disabled.has(String(webhook.id)) });
      const answer = await forward(request);
      if (request.operation === 'createWebhook' && isSuccess(answer) && bodyOf(request).Enabled === false)
        disabled.set(String(bodyOf(answer).id), {});
      return /Webhook/.test(request.operation ?? '') ? changed(answer, show) : answer;
    }),
  },
  markedByPut(
    'HOOK-03-put-disables-without-saying',
    ['HOOK-03'],
    (body) => (body.Enabled === false ? 'disabled' : undefined),
    () => async () => 204,
  ),
  {
    id: 'HOOK-04-one-secret-a-second',
    breaks: ['HOOK-04', 'HOOK-05', 'HOOK-07'],
    fault: shown(['createWebhook'], (webhook) => ({ ...webhook, secret: `secret-${Math.floor(Date.now() / 1000)}` })),
  },
  {
    id: 'HOOK-04-secret-cut-short',
    breaks: ['HOOK-04', 'HOOK-05', 'HOOK-07'],
    fault: shown(['createWebhook'], (webhook) => ({ ...webhook, secret: `${String(webhook.secret).slice(0, 10)}…` })),
  },
  {
    id: 'HOOK-05-secret-taken-on-creation',
    breaks: ['HOOK-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const { Secret } = bodyOf(request);
      return request.operation === 'createWebhook' && Secret !== undefined
        ? changed(answer, (webhook) => ({ ...webhook, secret: Secret }))
        : answer;
    },
  },
  markedByPut(
    'HOOK-05-secret-taken-by-put',
    ['HOOK-05'],
    ({ Secret }) => (typeof Secret === 'string' ? Secret : undefined),
    (secret) => signedWith(secret),
  ),
  {
    id: 'HOOK-06-masked-in-the-list',
    breaks: ['HOOK-06', 'HOOK-15'],
    fault: shown(['listWebhook'], (webhook) => ({ ...webhook, secret: '********' })),
  },
  {
    id: 'HOOK-06-empty-in-get',
    breaks: ['HOOK-06', 'HOOK-15'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, secret: '' })),
  },
  {
    id: 'HOOK-07-put-answers-the-secret',
    breaks: ['HOOK-07'],
    fault: remembering(async (secrets, request, forward) => {
      const answer = await forward(request);
      if (!isSuccess(answer)) return answer;
      if (request.operation === 'createWebhook') secrets.set(String(bodyOf(answer).id), bodyOf(answer));
      return request.operation === 'updateWebhook'
        ? changed(answer, (webhook) => ({ ...webhook, secret: secrets.get(idOf(request))?.secret ?? null }))
        : answer;
    }),
  },
  {
    id: 'HOOK-07-refusal-tells-the-stored-webhook',
    breaks: ['HOOK-07'],
    fault: remembering(async (keys, request, forward) => {
      const answer = await forward(request);
      const key = headerOf(request, 'Idempotency-Key') ?? '';
      if (request.operation === 'createWebhook' && isSuccess(answer)) keys.set(key, bodyOf(answer));
      return answer.status === 422 && keys.has(key) ? withBody(answer, { ...bodyOf(answer), stored: keys.get(key) }) : answer;
    }),
  },
  markedByPut(
    'HOOK-07-put-makes-a-new-secret',
    ['HOOK-07', 'HOOK-05'],
    () => 'another secret',
    (secret) => signedWith(secret),
  ),
  { id: 'HOOK-08-http-by-put', breaks: ['HOOK-08'], fault: otherScheme('updateWebhook', (url) => url.startsWith('http:')) },
  { id: 'HOOK-08-scheme-in-capitals', breaks: ['HOOK-08'], fault: otherScheme('createWebhook', (url) => url.startsWith('HTTP:')) },
  {
    id: 'HOOK-08-refuses-the-url-and-keeps-the-rest',
    breaks: ['HOOK-08'],
    fault: remembering(async (urls, request, forward) => {
      const answer = await forward(request);
      const body = bodyOf(request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) urls.set(String(bodyOf(answer).id), body);
      const url = urls.get(idOf(request))?.Url;
      if (request.operation === 'updateWebhook' && answer.status === 400 && url !== undefined)
        await forward(withBody(request, { ...body, Url: url }));
      return answer;
    }),
  },
  {
    id: 'HOOK-09-null-is-the-company-of-the-license',
    breaks: ['HOOK-09'],
    fault: remembering(async (everywhere, request, forward, { target }) => {
      const body = bodyOf(request);
      const nulled = request.operation === 'createWebhook' && body.AziendaId === null;
      const answer = await forward(nulled ? withBody(request, { ...body, AziendaId: Number(target.companies[0].id) }) : request);
      if (nulled && isSuccess(answer)) everywhere.set(String(bodyOf(answer).id), {});
      return /Webhook/.test(request.operation ?? '')
        ? changed(answer, (webhook) => (everywhere.has(String(webhook.id)) ? { ...webhook, aziendaId: null } : webhook))
        : answer;
    }),
  },
  {
    id: 'HOOK-09-company-as-text',
    breaks: ['HOOK-09', 'HOOK-15'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, aziendaId: webhook.aziendaId === null ? null : String(webhook.aziendaId) })),
  },
  {
    id: 'HOOK-10-put-demands-a-description',
    breaks: ['HOOK-10'],
    fault: refused('updateWebhook', (body) => body.Description === undefined),
  },
  {
    id: 'HOOK-10-description-made-up',
    breaks: ['HOOK-10'],
    fault: asked(['createWebhook'], (body) => ({ Description: 'Webhook', ...body })),
  },
  {
    id: 'HOOK-11-at-most-four-events',
    breaks: ['HOOK-11'],
    fault: asked(['createWebhook'], (body) => ({ ...body, Events: (body.Events as unknown[]).slice(0, 4) })),
  },
  {
    id: 'HOOK-11-events-in-one-text',
    breaks: ['HOOK-11', 'HOOK-02', 'HOOK-13', 'HOOK-15'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, events: (webhook.events as string[]).join(',') })),
  },
  {
    id: 'HOOK-11-one-event-type-of-an-object',
    breaks: ['HOOK-11'],
    fault: refused('updateWebhook', ({ Events }) => {
      const objects = (Events as string[]).map((type) => type.split('.')[0]).filter((object) => object === 'Documento');
      return new Set(objects).size !== objects.length;
    }),
  },
  {
    id: 'HOOK-12-token-as-text',
    breaks: ['HOOK-12', 'HOOK-15'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, concurrencyToken: String(webhook.concurrencyToken) })),
  },
  {
    id: 'HOOK-12-id-as-text-on-creation',
    breaks: ['HOOK-12'],
    fault: shown(['createWebhook'], (webhook) => ({ ...webhook, id: String(webhook.id) })),
  },
  {
    id: 'HOOK-13-put-keeps-the-company',
    breaks: ['HOOK-13', 'HOOK-09'],
    fault: remembering(async (companies, request, forward) => {
      const body = bodyOf(request);
      const { AziendaId } = companies.get(idOf(request)) ?? body;
      const answer = await forward(request.operation === 'updateWebhook' ? withBody(request, { ...body, AziendaId }) : request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) companies.set(String(bodyOf(answer).id), body);
      return answer;
    }),
  },
  {
    id: 'HOOK-13-events-only-grow',
    breaks: ['HOOK-13', 'HOOK-11'],
    fault: remembering(async (events, request, forward) => {
      const body = bodyOf(request);
      const before = (events.get(idOf(request))?.Events ?? []) as string[];
      const all = [...new Set([...before, ...((body.Events ?? []) as string[])])];
      const answer = await forward(request.operation === 'updateWebhook' ? withBody(request, { ...body, Events: all }) : request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) events.set(String(bodyOf(answer).id), body);
      return answer;
    }),
  },
  {
    id: 'HOOK-14-hidden-but-delivered-to',
    breaks: ['HOOK-14'],
    fault: remembering(async (deleted, request, forward) => {
      if (request.operation === 'deleteWebhook') deleted.set(idOf(request), {});
      if (request.operation === 'deleteWebhook') return { status: 204, headers: [], body: '' };
      if (request.operation === 'getWebhook' && deleted.has(idOf(request))) return refusal(404);
      const answer = await forward(request);
      return request.operation === 'listWebhook' && isSuccess(answer)
        ? withBody(
            answer,
            entriesOf(answer).filter(({ id }) => !deleted.has(String(id))),
          )
        : answer;
    }),
  },
  {
    id: 'HOOK-14-changed-webhooks-stay',
    breaks: ['HOOK-14'],
    fault: remembering(async (updated, request, forward) => {
      if (request.operation === 'updateWebhook') updated.set(idOf(request), {});
      return request.operation === 'deleteWebhook' && updated.has(idOf(request))
        ? { status: 204, headers: [], body: '' }
        : await forward(request);
    }),
  },
  {
    id: 'HOOK-15-list-without-those-for-all-companies',
    breaks: ['HOOK-15'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'listWebhook' && isSuccess(answer)
        ? withBody(
            answer,
            entriesOf(answer).filter(({ aziendaId }) => aziendaId !== null),
          )
        : answer;
    },
  },
  {
    id: 'HOOK-15-get-from-before-the-second-put',
    breaks: ['HOOK-15', 'HOOK-13'],
    fault: () => {
      const puts = new Map<string, number>();
      const first = new Map<string, Answered>();
      return async (request, forward) => {
        const answer = await forward(request);
        const id = idOf(request);
        if (request.operation === 'updateWebhook' && isSuccess(answer)) {
          puts.set(id, (puts.get(id) ?? 0) + 1);
          if (puts.get(id) === 1) first.set(id, answer);
        }
        return request.operation === 'getWebhook' && isSuccess(answer) && (puts.get(id) ?? 0) > 1 ? (first.get(id) ?? answer) : answer;
      };
    },
  },
  {
    id: 'HOOK-16-no-events-is-all-events',
    breaks: ['HOOK-16'],
    fault: asked(['createWebhook'], (body) => ({
      ...body,
      Events: (body.Events as unknown[]).length === 0 ? ['Anagrafica.Update'] : body.Events,
    })),
  },
  {
    id: 'HOOK-16-unknown-company-is-unprocessable',
    breaks: ['HOOK-16'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'createWebhook' && answer.status === 400 && Number(bodyOf(request).AziendaId) > 1_000_000
        ? { ...answer, status: 422 }
        : answer;
    },
  },
  {
    id: 'HOOK-16-any-event-type-of-a-known-object',
    breaks: ['HOOK-16'],
    fault: asked(['createWebhook'], (body) => ({
      ...body,
      Events: (body.Events as string[]).map((type) => type.replace(/^Anagrafica\.(?!Create$|Update$|Delete$)\w+$/, 'Anagrafica.Update')),
    })),
  },
];
