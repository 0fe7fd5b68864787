import { setTimeout } from 'node:timers/promises';
import type { OperationId } from '../../src/generated/operations.ts';
import { askingWebhooks } from '../faults/asking-webhooks.ts';
import { type Evento, eventoChanged, withEvento } from '../faults/evento.ts';
import { changedLinesTwice, issuedTwice } from '../faults/fired-again.ts';
import { documentsOfChangedContacts } from '../faults/fired-for-others.ts';
import { createdWith } from '../faults/subscriptions.ts';
import { isTexts, marksOf } from '../faults/webhooks.ts';
import type { Faults, Mutants, NewDeliveryFault, NewFault } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, refusal, withBody, without } from '../peer/message.ts';

const EXPORT = 'FatturaElettronicaXml.Export';
const CREATION = 'FatturaElettronicaXml.Create';

/** Also fires a Create at the first export of a document. For that, it subscribes webhooks for creations to exports too. */
const creatingAtExport: Faults = {
  fault: (context) => {
    const asksForCreation = (events: unknown): events is readonly string[] => isTexts(events) && events.includes(CREATION);
    const widened = createdWith('Events', (asked) => (asksForCreation(asked) ? [...new Set([...asked, EXPORT])] : asked))?.(context);
    return async (request, forward) => {
      const isPlain = request.operation === 'createWebhook' && !asksForCreation(bodyOf(request).Events);
      const answer = (isPlain ? undefined : await widened?.(request, forward)) ?? (await forward(request));
      askingWebhooks(context).learn(request, answer);
      return answer;
    };
  },
  deliveryFault: (context) => {
    const firsts = new Map<string, unknown>();
    return async (delivery, deliver) => {
      const evento = bodyOf(delivery);
      if (evento.Type !== EXPORT) return await deliver(delivery);
      const document = `${evento.CompanyId} ${(evento.Object as Evento).documentoId}`;
      if (!firsts.has(document)) firsts.set(document, evento.EventGuid);
      const types = askingWebhooks(context).withSecret(delivery.secret)?.types ?? [EXPORT];
      if (types.includes(CREATION) && firsts.get(document) === evento.EventGuid)
        await deliver(withEvento(delivery, { ...evento, Type: CREATION, EventGuid: `${String(evento.EventGuid).slice(0, -4)}2222` }));
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

/** Adds members to the event of a change that the object had at its creation and no longer has. */
function withWhatWasLost(name: 'Anagrafica' | 'Documento'): NewDeliveryFault {
  return () => {
    const known = new Map<string, Evento>();
    return eventoChanged((evento) => {
      const object = evento.Object as Evento;
      const place = `${evento.CompanyId} ${object.id}`;
      if (evento.Type === `${name}.Create`) known.set(place, object);
      const present = Object.entries(object).filter(([, value]) => value !== null);
      return evento.Type === `${name}.Update` ? { ...evento, Object: { ...known.get(place), ...Object.fromEntries(present) } } : evento;
    })();
  };
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
    deliveryFault: () => async (delivery, deliver) => {
      const evento = bodyOf(delivery);
      if (evento.Type === 'Documento.Update')
        await deliver(withEvento(delivery, { ...evento, EventGuid: `${String(evento.EventGuid).slice(0, -4)}2222` }));
      return await deliver(delivery);
    },
  },
  'an-invoice-is-read-without-its-end': () => async (request, forward) => {
    const answer = await forward(request);
    const { length } = answer.body;
    // The length is counted in characters, but the cut is made in bytes.
    const isCut = request.operation === 'getFatturaElettronicaXml' && isSuccess(answer);
    return isCut ? { ...answer, body: Buffer.from(answer.body).subarray(0, length).toString('utf8') } : answer;
  },
  'an-issue-is-an-update-too': {
    // A webhook that asks only for issues gets the update too.
    mayBreak: ['EVT-06'],
    deliveryFault: () => async (delivery, deliver) => {
      const evento = bodyOf(delivery);
      if (evento.Type === 'Documento.Emit')
        await deliver(
          withEvento(delivery, { ...evento, Type: 'Documento.Update', EventGuid: `${String(evento.EventGuid).slice(0, -4)}2222` }),
        );
      return await deliver(delivery);
    },
  },
  'stock-items-come-without-their-token': {
    mayBreak: ['EVT-14'],
    deliveryFault: eventoChanged((evento) => {
      const { concurrencyToken: _token, ...others } = evento.Object as Evento;
      return String(evento.Type).startsWith('articolo.') ? { ...evento, Object: others } : evento;
    }),
  },
  'prices-of-new-stock-items-come-as-numbers': {
    mayBreak: ['EVT-03', 'EVT-14'],
    deliveryFault: eventoChanged((evento) => {
      const { prezzo, ...others } = evento.Object as Evento;
      return evento.Type === 'articolo.Create' && typeof prezzo === 'string'
        ? { ...evento, Object: { ...others, prezzo: Number(prezzo) } }
        : evento;
    }),
  },
  'changed-documents-come-with-their-old-lines': {
    mayBreak: ['EVT-03', 'EVT-14'],
    deliveryFault: () => {
      const lines = new Map<string, unknown>();
      return eventoChanged((evento) => {
        const object = evento.Object as Evento;
        const document = `${evento.CompanyId} ${object.id}`;
        if (evento.Type === 'Documento.Create') lines.set(document, object.righe);
        const isOld = evento.Type === 'Documento.Update' && lines.has(document);
        return isOld ? { ...evento, Object: { ...object, righe: lines.get(document) } } : evento;
      })();
    },
  },
  'changed-contacts-come-with-what-they-lost': {
    mayBreak: ['EVT-14'],
    deliveryFault: withWhatWasLost('Anagrafica'),
  },
  'changed-documents-come-with-what-they-lost': {
    mayBreak: ['EVT-14'],
    deliveryFault: withWhatWasLost('Documento'),
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
        const object = evento.Object as Evento;
        const item = `${evento.CompanyId} ${object.id}`;
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
    deliveryFault: eventoChanged((evento) => {
      const object = evento.Object as Evento;
      const isNew = evento.Type === 'Documento.Create' && Array.isArray(object.riepilogo);
      return isNew ? { ...evento, Object: { ...object, riepilogo: (object.riepilogo as unknown[]).slice(0, 1) } } : evento;
    }),
  },
  'changed-documents-come-with-their-old-totals': {
    mayBreak: ['EVT-14'],
    deliveryFault: () => {
      const totals = new Map<string, Evento>();
      return eventoChanged((evento) => {
        const object = evento.Object as Evento;
        const document = `${evento.CompanyId} ${object.id}`;
        const { imponibile, imposta, totale } = object;
        if (evento.Type === 'Documento.Create') totals.set(document, { imponibile, imposta, totale });
        return evento.Type === 'Documento.Update' ? { ...evento, Object: { ...object, ...totals.get(document) } } : evento;
      })();
    },
  },
  'long-invoices-are-cut': {
    mayBreak: ['EVT-14'],
    deliveryFault: eventoChanged((evento) => {
      const { xml, ...others } = evento.Object as Evento;
      return typeof xml === 'string' && xml.length > 8_192 ? { ...evento, Object: { ...others, xml: xml.slice(0, 8_192) } } : evento;
    }),
  },
  'issued-documents-come-with-fifty-lines': {
    mayBreak: ['EVT-03', 'EVT-14'],
    deliveryFault: eventoChanged((evento) => {
      const { righe, ...others } = evento.Object as Evento;
      const isCut = evento.Type === 'Documento.Emit' && Array.isArray(righe) && righe.length > 50;
      return isCut ? { ...evento, Object: { ...others, righe: righe.slice(0, 50) } } : evento;
    }),
  },
  'keyed-changes-of-items-tell-what-was-before': {
    mayBreak: ['EVT-03', 'EVT-14'],
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      const isKeyed = headerOf(request, 'Idempotency-Key') !== undefined;
      if (request.operation === 'updateArticolo' && isSuccess(answer)) {
        const { id, concurrencyToken } = bodyOf(answer);
        if (isKeyed) marksOf(context).set(`${id} ${concurrencyToken}`, 'keyed');
      }
      return answer;
    },
    deliveryFault: (context) => {
      const before = new Map<unknown, Evento>();
      return async (delivery, deliver) => {
        const evento = bodyOf(delivery);
        const object = evento.Object as Evento;
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
    deliveryFault: eventoChanged((evento) => {
      const { righe, ...others } = evento.Object as Evento;
      const isNew = evento.Type === 'Documento.Create' && Array.isArray(righe);
      return isNew ? { ...evento, Object: { ...others, righe: firstOfEachItem(righe) } } : evento;
    }),
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
  'documents-are-issued-twice': {
    mayBreak: ['ERR-02', 'EVT-04', 'EVT-09', 'EVT-11', 'IDEM-16'],
    ...issuedTwice,
  },
  'totals-of-lines-by-binary-fractions': {
    mayBreak: ['COMP-10', 'EVT-03', 'EVT-14'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const { righe, ...document } = bodyOf(answer);
      if (request.operation !== 'getDocumento' || !isSuccess(answer) || !Array.isArray(righe)) return answer;
      return withBody(answer, { ...document, righe: righe.map(roundedAsBinary) });
    },
  },
  'changed-contacts-change-their-documents': {
    mayBreak: ['EVT-03', 'EVT-04', 'EVT-06', 'EVT-11', 'EVT-13', 'EVT-14'],
    deliveryFault: documentsOfChangedContacts,
  },
  'changes-of-the-number-of-lines-are-two': {
    deliveryFault: changedLinesTwice,
  },
};

/** The line with a total that was computed in binary floating point. */
function roundedAsBinary(line: Evento): Evento {
  const { quantita, prezzoUnitario, prezzoTotale } = line;
  const total = Number(quantita) * Number(prezzoUnitario);
  // A large total would have too few digits.
  return Math.abs(total) < 1_000 ? { ...line, prezzoTotale: (Math.round(total * 100) / 100).toFixed(2) } : { ...line, prezzoTotale };
}
