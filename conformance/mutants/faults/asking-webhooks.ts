import { typeFiredBy } from '../../src/api/event-names.ts';
import type { FaultContext, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, isSuccess } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';
import { idOf, isTexts, marksOf } from './webhooks.ts';

/** The subscription of a webhook. */
export interface Asking {
  readonly secret: string;
  /** Undefined for all. */
  readonly company: string | undefined;
  readonly types: readonly string[];
}

/** The existing webhooks, as their creation or last change answered them. */
export class AskingWebhooks {
  readonly #byId = new Map<string, Asking>();

  learn(request: Request, answer: Answer): void {
    if (!isSuccess(answer)) return;
    const { id, secret, aziendaId, events } = bodyOf(answer);
    const asked = { company: typeof aziendaId === 'number' ? String(aziendaId) : undefined, types: isTexts(events) ? events : [] };
    if (request.operation === 'createWebhook') this.#byId.set(String(id), { secret: String(secret), ...asked });
    const known = this.of(request);
    if (request.operation === 'updateWebhook' && known) this.#byId.set(idOf(request), { ...known, ...asked });
    if (request.operation === 'deleteWebhook') this.#byId.delete(idOf(request));
  }

  /** The webhook in the path of a request. */
  of(request: Request): Asking | undefined {
    return this.#byId.get(idOf(request));
  }

  withSecret(secret: string): Asking | undefined {
    return [...this.#byId.values()].find((webhook) => webhook.secret === secret);
  }

  /** Whether a webhook asks for a type in a company. */
  isAsked(type: string, company: string): boolean {
    return [...this.#byId.values()].some((webhook) => isFor(webhook, type, company));
  }
}

const all = new WeakMap<FaultContext, AskingWebhooks>();

/** The webhooks of one service, shared between its faults. */
export function askingWebhooks(context: FaultContext): AskingWebhooks {
  const known = all.get(context) ?? new AskingWebhooks();
  all.set(context, known);
  return known;
}

/**
 * Changes nothing, but marks each type and company that fired while no webhook asked for it. The mark ends when a webhook asks for it.
 * @param found is called for each mark that a new webhook ends
 */
export function marksUnasked(found: (context: FaultContext, secret: string, what: string) => void): NewFault {
  return (context) => {
    const webhooks = askingWebhooks(context);
    const unasked = new Map<string, { readonly company: string; readonly type: string }>();
    return async (request, forward) => {
      const before = webhooks.of(request);
      const answer = await forward(request);
      webhooks.learn(request, answer);
      if (!isSuccess(answer)) return answer;
      const type = request.operation && typeFiredBy(request.operation, context.target);
      const company = companyOf(request.path);
      if (type !== undefined && company !== undefined && !webhooks.isAsked(type, company)) {
        unasked.set(`${company} ${type}`, { company, type });
        marksOf(context).set(`${company} ${type}`, 'unasked');
      }
      const created = request.operation === 'createWebhook' ? webhooks.withSecret(String(bodyOf(answer).secret)) : undefined;
      const after = webhooks.of(request);
      const heard = created ?? (before?.company === after?.company ? undefined : after);
      for (const [what, { company, type }] of unasked) {
        if (heard === undefined || !isFor(heard, type, company)) continue;
        unasked.delete(what);
        marksOf(context).delete(what);
        if (created !== undefined) found(context, created.secret, what);
      }
      return answer;
    };
  };
}

function isFor({ company, types }: Asking, type: string, of: string): boolean {
  return types.includes(type) && (company === undefined || company === of);
}
