import { setTimeout } from 'node:timers/promises';
import type { OperationId } from '../../src/generated/operations.ts';
import { askingWebhooks } from '../faults/asking-webhooks.ts';
import { isOf } from '../faults/attempts.ts';
import { type Evento, eventoChanged, objectOf, objectTold, subjectOf, withEvento } from '../faults/evento.ts';
import { answersOf, shown } from '../faults/exchanges.ts';
import { changedLinesTwice, documentsOfChangedContacts, issuedTwice } from '../faults/fired-again.ts';
import { createdWith } from '../faults/subscriptions.ts';
import { isTexts, marksOf } from '../faults/webhooks.ts';
import type { Faults, Mutants, NewDeliveryFault, NewFault } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, refusal, without } from '../peer/message.ts';

const EXPORT = 'FatturaElettronicaXml.Export';
const CREATION = 'FatturaElettronicaXml.Create';

/** Also fires a Create at the first export of a document. For that, it subscribes webhooks for creations to exports too. */
const creatingAtExport: Faults = {
  fault: (context) => {
    const asksForCreation = (events: unknown): events is readonly string[] => isTexts(events) && events.includes(CREATION);
    const widened = createdWith('Events', (asked) => (asksForCreation(asked) ? [...new Set([...asked, EXPORT])] : asked))(context);
    return async (request, forward) => {
      const isPlain = request.operation === 'createWebhook' && !asksForCreation(bodyOf(request).Events);
      const answer = await (isPlain ? forward(request) : widened(request, forward));
      askingWebhooks(context).learn(request, answer);
      return answer;
    };
  },
  deliveryFault: (context) => {
    const firsts = new Map<string, unknown>();
    return async (delivery, deliver) => {
      const evento = bodyOf(delivery);
      if (evento.Type !== EXPORT) return await deliver(delivery);
      const document = `${evento.CompanyId} ${objectOf(evento).documentoId}`;
      if (!firsts.has(document)) firsts.set(document, evento.EventGuid);
      const types = askingWebhooks(context).withSecret(delivery.secret)?.types ?? [EXPORT];
      if (types.includes(CREATION) && firsts.get(document) === evento.EventGuid)
        await deliver(withEvento(delivery, { ...another(evento), Type: CREATION }));
      return types.includes(EXPORT) ? await deliver(delivery) : 204;
    };
  },
};

/** The rows of a document, without those that repeat the articolo of an earlier row. */
function firstOfEachItem(rows: readonly Evento[]): readonly Evento[] {
  const isAgain = ({ articoloId }: Evento, index: number): boolean =>
    (articoloId ?? null) !== null && rows.findIndex((row) => row.articoloId === articoloId) < index;
  return rows.filter((row, index) => !isAgain(row, index));
}

/** A fault in the events of changes, which depends on the object at its creation. */
function sinceCreation(name: 'Anagrafica' | 'Documento', change: (object: Evento, created: Evento) => Evento): NewDeliveryFault {
  return (context) => {
    const known = new Map<string, Evento>();
    return eventoChanged((evento) => {
      if (evento.Type === `${name}.Create`) known.set(subjectOf(evento), objectOf(evento));
      const created = evento.Type === `${name}.Update` ? known.get(subjectOf(evento)) : undefined;
      return created === undefined ? evento : { ...evento, Object: change(objectOf(evento), created) };
    })(context);
  };
}

/** The object with the members that it had at its creation and no longer has. */
function withWhatWasLost(object: Evento, created: Evento): Evento {
  return { ...created, ...Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) };
}

/** A fault that sends another event before each one of a type. */
function firedTwice(type: string, other: string = type): NewDeliveryFault {
  return () => async (delivery, deliver) => {
    if (isOf(delivery, type)) await deliver(withEvento(delivery, { ...another(bodyOf(delivery)), Type: other }));
    return await deliver(delivery);
  };
}

/** The event with another guid. */
function another(evento: Evento): Evento {
  return { ...evento, EventGuid: `${String(evento.EventGuid).slice(0, -4)}2222` };
}

/** How long a creation goes on after its event was sent. */
const HELD_MS = 300;

/** Fires the event of a creation before it stores the object: nobody can read it until the creation is answered. */
function firedBeforeItIsStored(create: OperationId, read: OperationId): NewFault {
  return () => {
    const stored = new Set<string>();
    let underWay = 0;
    return async (request, forward) => {
      if (request.operation === read) {
        const isHidden = underWay > 0 && !stored.has(request.path);
        const answer = await forward(request);
        return isHidden && isSuccess(answer) ? refusal(404) : answer;
      }
      if (request.operation !== create) return await forward(request);
      underWay += 1;
      try {
        const answer = await forward(request);
        await setTimeout(HELD_MS);
        if (isSuccess(answer)) stored.add(`${request.path}/${String(bodyOf(answer).id)}`);
        return answer;
      } finally {
        underWay -= 1;
      }
    };
  };
}

export const mutants: Mutants = {
  'fires-before-an-item-is-stored': {
    // An item that was there before is hidden too while another is created.
    mayBreak: ['COMP-05'],
    fault: firedBeforeItIsStored('createArticolo', 'getArticolo'),
  },
  'fires-before-a-document-is-stored': firedBeforeItIsStored('createDocumento', 'getDocumento'),
  'a-changed-document-is-two-events': {
    // The other event arrives where a rule waits for a retry, and is missing in the log.
    mayBreak: ['DLV-10', 'EVT-14'],
    deliveryFault: firedTwice('Documento.Update'),
  },
  // The length is counted in characters, but the cut is made in bytes.
  'an-invoice-is-read-without-its-end': answersOf('getFatturaElettronicaXml', (answer) => ({
    ...answer,
    body: Buffer.from(answer.body).subarray(0, answer.body.length).toString('utf8'),
  })),
  'an-issue-is-an-update-too': {
    // A webhook that asks only for issues gets the update too.
    mayBreak: ['EVT-06'],
    deliveryFault: firedTwice('Documento.Emit', 'Documento.Update'),
  },
  'stock-items-come-without-their-token': {
    mayBreak: ['EVT-14'],
    deliveryFault: objectTold('articolo.', ({ concurrencyToken: _token, ...others }) => others),
  },
  'prices-of-new-stock-items-come-as-numbers': {
    mayBreak: ['EVT-03', 'EVT-14'],
    deliveryFault: objectTold('articolo.Create', ({ prezzo, ...others }) => ({
      ...others,
      prezzo: typeof prezzo === 'string' ? Number(prezzo) : prezzo,
    })),
  },
  'changed-documents-come-with-their-old-lines': {
    mayBreak: ['EVT-03', 'EVT-14'],
    deliveryFault: sinceCreation('Documento', (object, { righe }) => ({ ...object, righe })),
  },
  'changed-contacts-come-with-what-they-lost': {
    mayBreak: ['EVT-14'],
    deliveryFault: sinceCreation('Anagrafica', withWhatWasLost),
  },
  'changed-documents-come-with-what-they-lost': {
    mayBreak: ['EVT-14'],
    deliveryFault: sinceCreation('Documento', withWhatWasLost),
  },
  'second-retries-name-no-application': {
    mayBreak: ['HDR-07'],
    deliveryFault: eventoChanged((evento, { earlierAttempts }) => ({
      ...evento,
      ApplicationId: earlierAttempts.length > 1 ? null : evento.ApplicationId,
    })),
  },
  'retries-for-items-tell-their-latest-state': {
    mayBreak: ['DLV-06', 'EVT-03', 'EVT-14'],
    deliveryFault: () => {
      const latest = new Map<string, unknown>();
      return async (delivery, deliver) => {
        const evento = bodyOf(delivery);
        const [object, item] = [objectOf(evento), subjectOf(evento)];
        if (!String(evento.Type).startsWith('articolo.')) return await deliver(delivery);
        if (delivery.earlierAttempts.length === 0) {
          latest.set(item, object);
          return await deliver(delivery);
        }
        return await deliver(withEvento(delivery, { ...evento, Object: latest.get(item) ?? object }));
      };
    },
  },
  'new-documents-come-with-one-rate': {
    mayBreak: ['EVT-14'],
    deliveryFault: objectTold('Documento.Create', ({ riepilogo, ...others }) => ({
      ...others,
      riepilogo: Array.isArray(riepilogo) ? riepilogo.slice(0, 1) : riepilogo,
    })),
  },
  'changed-documents-come-with-their-old-totals': {
    mayBreak: ['EVT-14'],
    deliveryFault: sinceCreation('Documento', (object, { imponibile, imposta, totale }) => ({ ...object, imponibile, imposta, totale })),
  },
  'long-invoices-are-cut': {
    mayBreak: ['EVT-14'],
    deliveryFault: objectTold('', (object) => (typeof object.xml === 'string' ? { ...object, xml: object.xml.slice(0, 8_192) } : object)),
  },
  'issued-documents-come-with-fifty-lines': {
    mayBreak: ['EVT-03', 'EVT-14'],
    deliveryFault: objectTold('Documento.Emit', ({ righe, ...others }) => ({
      ...others,
      righe: Array.isArray(righe) ? righe.slice(0, 50) : righe,
    })),
  },
  'keyed-changes-of-items-tell-what-was-before': {
    mayBreak: ['EVT-03', 'EVT-14'],
    fault: answersOf('updateArticolo', (answer, request, context) => {
      const { id, concurrencyToken } = bodyOf(answer);
      if (headerOf(request, 'Idempotency-Key') !== undefined) marksOf(context).set(`${id} ${concurrencyToken}`, 'keyed');
      return answer;
    }),
    deliveryFault: (context) => {
      const before = new Map<unknown, Evento>();
      return async (delivery, deliver) => {
        const evento = bodyOf(delivery);
        const object = objectOf(evento);
        if (!String(evento.Type).startsWith('articolo.')) return await deliver(delivery);
        const known = before.get(object.id);
        if (!marksOf(context).has(`${object.id} ${object.concurrencyToken}`)) before.set(object.id, object);
        else if (known !== undefined) return await deliver(withEvento(delivery, { ...evento, Object: known }));
        return await deliver(delivery);
      };
    },
  },
  'export-fires-creation-too': creatingAtExport,
  'creation-lacks-second-row-of-one-articolo': {
    mayBreak: ['EVT-03', 'EVT-14'],
    deliveryFault: objectTold('Documento.Create', ({ righe, ...others }) => ({
      ...others,
      righe: Array.isArray(righe) ? firstOfEachItem(righe) : righe,
    })),
  },
  'the-first-invoice-is-read-for-ever': () => {
    const firsts = new Map<string, Answer>();
    return async (request, forward) => {
      const answer = await forward(request);
      const { path } = request;
      if (request.operation === 'exportFatturaElettronicaXml' && isSuccess(answer) && !firsts.has(path))
        firsts.set(path, await forward({ ...without(request, 'Idempotency-Key'), method: 'GET', body: '' }));
      return request.operation === 'getFatturaElettronicaXml' && isSuccess(answer) ? (firsts.get(path) ?? answer) : answer;
    };
  },
  'documents-are-issued-twice': { mayBreak: ['ERR-02', 'EVT-04', 'EVT-09', 'EVT-11', 'IDEM-16'], ...issuedTwice },
  'totals-of-lines-by-binary-fractions': {
    mayBreak: ['COMP-10', 'EVT-03', 'EVT-14'],
    fault: shown(['getDocumento'], ({ righe, ...document }) => ({
      ...document,
      righe: Array.isArray(righe) ? righe.map(roundedAsBinary) : righe,
    })),
  },
  'changed-contacts-change-their-documents': {
    mayBreak: ['EVT-03', 'EVT-04', 'EVT-06', 'EVT-11', 'EVT-13', 'EVT-14'],
    deliveryFault: documentsOfChangedContacts,
  },
  'changes-of-the-number-of-lines-are-two': { deliveryFault: changedLinesTwice },
};

/** The line with a total that was computed in binary floating point. */
function roundedAsBinary(line: Evento): Evento {
  const { quantita, prezzoUnitario, prezzoTotale } = line;
  const total = Number(quantita) * Number(prezzoUnitario);
  // A large total would have too few digits.
  return Math.abs(total) < 1_000 ? { ...line, prezzoTotale: (Math.round(total * 100) / 100).toFixed(2) } : { ...line, prezzoTotale };
}
