import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { creationsOf } from '../../scenarios/deliveries/arrivals.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';
import { sparingly } from '../../scenarios/sparingly.ts';
import { applicationId, extremeApplicationIds } from '../../scenarios/values/texts.ts';
import { observerOf } from '../../scenarios/webhooks/observer.ts';
import { awaitAttempts } from '../../wait/arrives.ts';

/** HDR-07: the application id of a request comes back as ApplicationId of the events that the request caused. */
export const hdr07: Check = check('HDR-07', { isolation: 'shared', weight: 4, awaitsDelivery: true }, async (context) => {
  const [first, ...others] = context.target.companies;
  const ids = fc.uniqueArray(applicationId, { minLength: 1, maxLength: 5 });
  await context.forAll(ids, 4, (some) => judgeCreations(context, first, some), [[...sparingly(context, extremeApplicationIds)]]);
  for (const company of others) await judgeCreations(context, company, [context.fresh()]);
  await context.part('the events of every operation', () => judgeEach(context));
});

/** Creates a contact under each id, all at once: a service that keeps the id outside its request mixes them up. */
async function judgeCreations(context: CheckContext, company: Company, ids: readonly string[]): Promise<void> {
  const webhook = await observerOf(context, company);
  const object = context.target.surface.eventObjects.anagrafica;
  const { applicationId: name } = headerNames(context.target.service.headerWord);
  const api = await context.api();
  const sent = await Promise.all(
    ids.map(async (id) => {
      const nome = context.fresh();
      await context.prepare(withHeader(api.call('createAnagrafica', { company, body: contactBody(context, nome) }), name, id));
      return { id, nome };
    }),
  );
  await awaitAttempts(context, webhook, () => sent.every(({ nome }) => creationsOf(webhook, object, nome).length > 0));
  for (const { id, nome } of sent) {
    for (const { evento } of creationsOf(webhook, object, nome)) {
      context.judge(evento.applicationId === id, {
        message: 'An event must carry the application id of the request that caused it.',
        expected: `ApplicationId ${JSON.stringify(id)}`,
        actual: JSON.stringify(evento.applicationId ?? null),
      });
    }
  }
}

/** Judges the events of every operation. They were called at once: a service that keeps the id outside its request mixes them up. */
async function judgeEach(context: CheckContext): Promise<void> {
  for (const cause of (await firedEvents(context)).all.flatMap(({ once, amid }) => [once, amid])) {
    const { type, applicationId: id } = cause;
    const seen = cause.own().map(({ evento }) => evento.applicationId);
    if (seen.length === 0) continue;
    // A target may fire several events of one type. An earlier request may have caused the others.
    context.judge(
      seen.some((value) => value === id),
      {
        message: `${type} must carry the application id of the request that caused it.`,
        expected: `ApplicationId ${JSON.stringify(id)}`,
        actual: seen.map((value) => JSON.stringify(value ?? null)).join(', '),
      },
    );
  }
}
