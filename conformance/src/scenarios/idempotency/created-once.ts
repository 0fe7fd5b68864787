import { idOf } from '../../api/identity.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf, parseJson } from '../../model/json.ts';
import { CONTACT_PLACEHOLDER } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { arrivalsAt } from '../deliveries/arrivals.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { keyedPosts } from './keyed-operations.ts';

/** Something that was created with a key and retried: the events of its creation are recognised by a member whose value is unique. */
interface Retried {
  readonly type: string;
  readonly resource: 'articolo' | 'documento';
  readonly member: string;
  readonly value: Json | undefined;
}

/** A stock item and a document, each created with a key and retried, and the webhook that gets the events of their creation. */
export interface RetriedCreations {
  readonly webhook: Webhook;
  readonly retried: readonly Retried[];
}

/** Undefined if the target creates neither. @throws Inconclusive or Skip if it has no webhook for their events. */
export async function retriedCreations(context: CheckContext): Promise<RetriedCreations | undefined> {
  const { articoloCreate, documentoCreate, bodies, eventObjects } = context.target.surface;
  const types = { articolo: `${eventObjects.articolo}.Create`, Documento: `${eventObjects.documento}.Create` };
  const taken = [...(articoloCreate === null ? [] : [types.articolo]), ...(documentoCreate === null ? [] : [types.Documento])];
  if (taken.length === 0) return undefined;
  const webhook = await createWebhook(context, context.target.companies[0], taken);
  const retried: Retried[] = [];
  for await (const { kind, call } of keyedPosts(context)) {
    const value = (member: string): Json | undefined => memberOf(parseJson(call.body ?? 'null'), member);
    await context.send(call);
    if (kind === 'articolo') retried.push({ type: types.articolo, resource: 'articolo', member: 'codice', value: value('codice') });
    if (kind !== 'Documento') continue;
    // Every document of the suite has a buyer of its own, where its body is not configured otherwise.
    const told = bodies.documento.anagraficaId === CONTACT_PLACEHOLDER;
    if (told) retried.push({ type: types.Documento, resource: 'documento', member: 'anagraficaId', value: value('anagraficaId') });
    break;
  }
  return { webhook, retried };
}

/** Judges by what has arrived so far that each was created once; what did not arrive is not judged. */
export function judgeCreatedOnce(context: CheckContext, { webhook, retried }: RetriedCreations): void {
  for (const { type, resource, member, value } of retried) {
    const arrived = arrivalsAt(webhook).filter(
      ({ evento }) => evento.type === type && String(memberOf(evento.object, member)) === String(value),
    );
    const ids = new Set(arrived.map(({ evento }) => idOf(evento.object, resource)));
    context.judge(ids.size <= 1, {
      message: `A request and its retry must create one ${resource}.`,
      expected: `one ${resource} with ${member} ${String(value)}`,
      actual: `${ids.size}: ${[...ids].join(', ')}`,
    });
  }
}
