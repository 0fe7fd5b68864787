import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { idOf } from '../../api/identity.ts';
import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Arrival } from '../../scenarios/deliveries/heard.ts';
import { arrivals, awaitEventOf, contactTypes, createContact, renamingCall } from '../../scenarios/resources/contact-life.ts';
import { contactBody } from '../../scenarios/resources/contacts.ts';
import { createDocument } from '../../scenarios/resources/documents.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';
import { applicationId, extremeApplicationIds } from '../../scenarios/values/texts.ts';
import { awaitDeliveries, creationsOf } from '../../scenarios/webhooks/webhooks.ts';

/** HDR-07: the application id of a request comes back as ApplicationId of the events that the request caused. */
export const hdr07: Check = check('HDR-07', async (trial) => {
  const [first, ...others] = trial.target.companies;
  const ids = fc.uniqueArray(applicationId, { minLength: 1, maxLength: 5 });
  await trial.forAll(ids, 4, (some) => judgeCreations(trial, first, some), [[...extremeApplicationIds]]);
  for (const company of others) await judgeCreations(trial, company, [trial.fresh()]);
  await judgeLaterEvents(trial);
  await unlessAbsent(trial, 'the issue of a document', () => judgeIssue(trial));
});

/** Creates a contact under each id, together, so that an id that is kept anywhere but with its request gets mixed up. */
async function judgeCreations(trial: Trial, company: Company, ids: readonly string[]): Promise<void> {
  const hook = await trial.bench.webhooks.observer(trial, company);
  const object = trial.target.surface.eventObjects.anagrafica;
  const { applicationId: name } = headerNames(trial.target.service.headerWord);
  const api = await trial.api();
  const sent = await Promise.all(
    ids.map(async (id) => {
      const nome = trial.fresh();
      await trial.prepare(withHeader(api.call('createAnagrafica', { company, body: contactBody(trial, nome) }), name, id));
      return { id, nome };
    }),
  );
  await awaitDeliveries(trial, hook, () => sent.every(({ nome }) => creationsOf(hook, object, nome).length > 0));
  for (const { id, nome } of sent) {
    for (const { evento } of creationsOf(hook, object, nome)) {
      trial.judge(evento.applicationId === id, {
        message: 'An event must carry the application id of the request that caused it.',
        expected: `ApplicationId ${JSON.stringify(id)}`,
        actual: JSON.stringify(evento.applicationId ?? null),
      });
    }
  }
}

/** Update and Delete carry the id of the request that caused them, not of the one that created the object. */
async function judgeLaterEvents(trial: Trial): Promise<void> {
  const [company] = trial.target.companies;
  const { anagraficaPut, anagraficaDelete } = trial.target.surface;
  const types = contactTypes(trial);
  const { applicationId: name } = headerNames(trial.target.service.headerWord);
  const hook = await trial.bench.webhooks.create(trial, company, Object.values(types));
  const contact = await createContact(trial, company);
  const changes = [
    { type: types.update, call: anagraficaPut === null ? undefined : await renamingCall(trial, contact) },
    {
      type: types.delete,
      call: anagraficaDelete === null ? undefined : (await trial.api()).call('deleteAnagrafica', { company, id: contact.id }),
    },
  ];
  for (const { type, call } of changes) {
    const id = `${type} of ${contact.nome}`;
    if (call === undefined || !isSuccess(await trial.send(withHeader(call, name, id)))) continue;
    const arrival = await awaitEventOf(trial, hook, type, contact, ({ applicationId: seen }) => seen === id).catch(unlessInconclusive);
    if (arrival === undefined) continue;
    trial.judge(arrival.evento.applicationId === id, {
      message: `${type} must carry the application id of the request that caused it.`,
      expected: `ApplicationId ${JSON.stringify(id)}`,
      actual: JSON.stringify(arrival.evento.applicationId ?? null),
    });
  }
}

/** Emit carries the id of the request that issued the document, not of the one that created it. */
async function judgeIssue(trial: Trial): Promise<void> {
  const { documentoCreate, documentoEmit, eventObjects } = trial.target.surface;
  if (documentoCreate === null || documentoEmit === null) return;
  const [company] = trial.target.companies;
  const type = `${eventObjects.documento}.Emit`;
  const hook = await trial.bench.webhooks.create(trial, company, [type]);
  const document = await createDocument(trial, company);
  const id = `${type} of ${document.id}`;
  const { applicationId: name } = headerNames(trial.target.service.headerWord);
  await trial.prepare(withHeader((await trial.api()).call('emitDocumento', { company, id: document.id }), name, id));
  const heard = (): readonly Arrival[] =>
    arrivals(hook).filter(({ evento }) => evento.type === type && idOf(evento.object, 'documento') === document.id);
  await awaitDeliveries(trial, hook, () => heard().length > 0);
  for (const { evento } of heard()) {
    trial.judge(evento.applicationId === id, {
      message: `${type} must carry the application id of the request that caused it.`,
      expected: `ApplicationId ${JSON.stringify(id)}`,
      actual: JSON.stringify(evento.applicationId ?? null),
    });
  }
}

function unlessInconclusive(error: unknown): undefined {
  if (!(error instanceof Inconclusive)) throw error;
}
