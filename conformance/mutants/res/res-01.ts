import type { OperationId } from '../../src/generated/operations.ts';
import { asked, shown } from '../faults/exchanges.ts';
import type { Fault, Mutants, NewFault } from '../mutant.ts';
import { bodyOf, isSuccess, refusal, withBody } from '../peer/message.ts';

/** Loses one member of the request bodies of one operation. */
function losing(operation: OperationId, member: string): NewFault {
  return asked([operation], (body) =>
    member in body ? Object.fromEntries(Object.entries(body).filter(([name]) => name !== member)) : body,
  );
}

/** Changes the lines in the request bodies of one operation. */
function lines(operation: OperationId, change: (lines: readonly unknown[]) => readonly unknown[]): NewFault {
  return asked([operation], (body) => (Array.isArray(body.righe) ? { ...body, righe: change(body.righe) } : body));
}

/** Changes a text in the request bodies of one operation. */
function texts(operation: OperationId, member: string, change: (text: string) => string): NewFault {
  return asked([operation], (body) => {
    const text = body[member];
    return typeof text !== 'string' || change(text) === text ? body : { ...body, [member]: change(text) };
  });
}

function withoutUnit(line: unknown): unknown {
  if (typeof line !== 'object' || line === null) return line;
  const { unitaMisura: _lost, ...others } = line as Readonly<Record<string, unknown>>;
  return others;
}

function isNaming(line: unknown): boolean {
  return typeof Object(line).articoloId === 'number';
}

/** Hides stock items that were created during a PUT of another one, if that PUT was refused with 422. */
function lostBesideRefused(): Fault {
  const underWay = new Set<string[]>();
  const lost = new Set<string>();
  return async (request, forward) => {
    const { operation, path } = request;
    if (operation === 'getArticolo' && lost.has(path)) return refusal(404);
    if (operation === 'updateArticolo') {
      const created: string[] = [];
      underWay.add(created);
      const answer = await forward(request).finally(() => underWay.delete(created));
      if (answer.status === 422) for (const one of created) lost.add(one);
      return answer;
    }
    const answer = await forward(request);
    if (operation === 'createArticolo' && isSuccess(answer))
      for (const created of underWay) created.push(`${path}/${String(bodyOf(answer).id)}`);
    return answer;
  };
}

/** The rows of a document. A row that repeats an articolo loses its id. */
function namingOnce(rows: readonly unknown[]): readonly unknown[] {
  const named = new Set<unknown>();
  return rows.map((row) => {
    if (typeof row !== 'object' || row === null || !('articoloId' in row)) return row;
    const { articoloId, ...others } = row;
    if (named.has(articoloId)) return others;
    named.add(articoloId);
    return row;
  });
}

export const mutants: Mutants = {
  'creation-loses-an-optional-member': losing('createAnagrafica', 'cognome'),
  'prices-of-new-items-lose-their-zeros': texts('createArticolo', 'prezzo', (price) =>
    /\.\d*0$/.test(price) ? price.replace(/\.?0+$/, '') : price,
  ),
  'changed-urls-are-written-anew': texts('updateWebhook', 'Url', (url) => URL.parse(url)?.href ?? url),
  'change-loses-an-optional-member': { mayBreak: ['IDEM-07'], fault: losing('updateArticolo', 'unitaMisura') },
  'creation-loses-a-member-of-a-line': {
    mayBreak: ['IDEM-17'],
    fault: lines('createDocumento', (all) => all.map(withoutUnit)),
  },
  'creation-loses-a-member-of-the-second-line': {
    mayBreak: ['IDEM-17'],
    fault: lines('createDocumento', (all) => all.map((line, index) => (index > 0 ? withoutUnit(line) : line))),
  },
  'spaces-around-a-text-are-lost': texts('createArticolo', 'descrizione', (text) => text.trim()),
  'spaces-around-a-description-are-lost': {
    mayBreak: ['IDEM-07'],
    fault: texts('createWebhook', 'Description', (text) => text.trim()),
  },
  'accents-of-a-changed-name-are-composed': texts('updateAnagrafica', 'nome', (name) => name.normalize('NFC')),
  'markup-in-a-changed-name-is-escaped': {
    mayBreak: ['EVT-03'],
    fault: texts('updateAnagrafica', 'nome', (name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  },
  'descriptions-are-kept-in-two-bytes': {
    mayBreak: ['HOOK-02', 'IDEM-17'],
    fault: texts('createWebhook', 'Description', (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  'created-beside-a-refused-put-is-lost': lostBesideRefused,
  'second-row-of-one-articolo-lost': shown(['getDocumento'], ({ righe, ...document }) => ({
    ...document,
    righe: Array.isArray(righe) ? namingOnce(righe) : righe,
  })),
  'emails-in-small-letters': shown(['getAnagrafica'], ({ email, ...contact }) => ({
    ...contact,
    email: typeof email === 'string' ? email.toLowerCase() : email,
  })),
  'lines-of-a-put-are-described-as-their-items': () => async (request, forward) => {
    const { righe, ...document } = bodyOf(request);
    if (request.operation !== 'updateDocumento' || !Array.isArray(righe)) return await forward(request);
    const described = async (line: unknown): Promise<unknown> => {
      const { articoloId } = (line ?? {}) as Record<string, unknown>;
      if (typeof articoloId !== 'number') return line;
      const path = request.path.replace(/Documento\/.*$/, `articolo/${articoloId}`);
      const item = await forward({ method: 'GET', path, headers: request.headers, body: '' });
      return isSuccess(item) ? { ...(line as object), descrizione: bodyOf(item).descrizione } : line;
    };
    return await forward(withBody(request, { ...document, righe: await Promise.all(righe.map(described)) }));
  },
  'lines-of-a-put-that-name-an-item-lose-their-unit': lines('updateDocumento', (all) =>
    all.map((line) => (isNaming(line) ? withoutUnit(line) : line)),
  ),
  'a-family-name-that-is-the-name-is-lost': asked(['updateAnagrafica'], ({ cognome, ...others }) =>
    cognome === others.nome ? others : { ...others, cognome },
  ),
  'lines-of-a-put-that-name-an-item-come-first': lines('updateDocumento', (all) =>
    all.toSorted((one, other) => Number(isNaming(other)) - Number(isNaming(one))),
  ),
  'issued-documents-lose-their-causale': {
    mayBreak: ['EVT-15'],
    fault: () => {
      const issued = new Set<string>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (request.operation === 'emitDocumento' && isSuccess(answer)) issued.add(String(bodyOf(answer).id));
        const { causale: _lost, ...kept } = bodyOf(answer);
        const isLost = request.operation === 'getDocumento' && issued.has(String(kept.id));
        return isLost ? withBody(answer, kept) : answer;
      };
    },
  },
};
