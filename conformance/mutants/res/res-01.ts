import { asked } from '../faults/webhooks.ts';
import type { Fault, Mutants } from '../mutant.ts';
import { bodyOf, isSuccess, refusal, withBody } from '../peer/message.ts';

/** Loses one member of the request bodies of one operation. */
function losing(operation: string, member: string): () => Fault {
  return () => async (request, forward) => {
    if (request.operation !== operation) return await forward(request);
    const { [member]: _lost, ...kept } = bodyOf(request);
    return await forward(member in bodyOf(request) ? withBody(request, kept) : request);
  };
}

function withoutUnit(line: unknown): unknown {
  if (typeof line !== 'object' || line === null) return line;
  const { unitaMisura: _lost, ...others } = line as Readonly<Record<string, unknown>>;
  return others;
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

/** Drops a family name that equals the name. */
function namedOnce(): Fault {
  return async (request, forward) => {
    const { cognome, ...others } = bodyOf(request);
    const isLost = request.operation === 'updateAnagrafica' && cognome !== undefined && cognome === others.nome;
    return await forward(isLost ? withBody(request, others) : request);
  };
}

export const mutants: Mutants = {
  'creation-loses-an-optional-member': losing('createAnagrafica', 'cognome'),
  'prices-of-new-items-lose-their-zeros': () => async (request, forward) => {
    const { prezzo } = bodyOf(request);
    const isTrimmed = request.operation === 'createArticolo' && typeof prezzo === 'string' && /\.\d*0$/.test(prezzo);
    return await forward(isTrimmed ? withBody(request, { ...bodyOf(request), prezzo: prezzo.replace(/\.?0+$/, '') }) : request);
  },
  'changed-urls-are-written-anew': () => async (request, forward) => {
    const { Url } = bodyOf(request);
    const parsed = request.operation === 'updateWebhook' && typeof Url === 'string' ? URL.parse(Url) : null;
    return await forward(parsed === null ? request : withBody(request, { ...bodyOf(request), Url: parsed.href }));
  },
  'change-loses-an-optional-member': {
    mayBreak: ['IDEM-07'],
    fault: losing('updateArticolo', 'unitaMisura'),
  },
  'creation-loses-a-member-of-a-line': {
    mayBreak: ['IDEM-17'],
    fault: () => async (request, forward) => {
      const { righe, ...rest } = bodyOf(request);
      if (request.operation !== 'createDocumento' || !Array.isArray(righe)) return await forward(request);
      return await forward(withBody(request, { ...rest, righe: righe.map(withoutUnit) }));
    },
  },
  'creation-loses-a-member-of-the-second-line': {
    mayBreak: ['IDEM-17'],
    fault: () => async (request, forward) => {
      const { righe, ...rest } = bodyOf(request);
      if (request.operation !== 'createDocumento' || !Array.isArray(righe)) return await forward(request);
      return await forward(withBody(request, { ...rest, righe: righe.map((line, index) => (index > 0 ? withoutUnit(line) : line)) }));
    },
  },
  'spaces-around-a-text-are-lost': () => async (request, forward) => {
    const { descrizione, ...rest } = bodyOf(request);
    if (request.operation !== 'createArticolo' || typeof descrizione !== 'string') return await forward(request);
    return await forward(descrizione === descrizione.trim() ? request : withBody(request, { ...rest, descrizione: descrizione.trim() }));
  },
  'spaces-around-a-description-are-lost': {
    mayBreak: ['IDEM-07'],
    fault: asked(['createWebhook'], ({ Description, ...others }) => ({
      ...others,
      ...(Description !== undefined && { Description: typeof Description === 'string' ? Description.trim() : Description }),
    })),
  },
  'accents-of-a-changed-name-are-composed': () => async (request, forward) => {
    const { nome, ...rest } = bodyOf(request);
    if (request.operation !== 'updateAnagrafica' || typeof nome !== 'string' || nome === nome.normalize('NFC'))
      return await forward(request);
    return await forward(withBody(request, { ...rest, nome: nome.normalize('NFC') }));
  },
  'markup-in-a-changed-name-is-escaped': {
    mayBreak: ['EVT-03'],
    fault: () => async (request, forward) => {
      const { nome } = bodyOf(request);
      if (request.operation !== 'updateAnagrafica' || typeof nome !== 'string') return await forward(request);
      return await forward(withBody(request, { ...bodyOf(request), nome: nome.replaceAll('&', '&amp;').replaceAll('<', '&lt;') }));
    },
  },
  'descriptions-are-kept-in-two-bytes': {
    mayBreak: ['IDEM-17'],
    fault: () => async (request, forward) => {
      const { Description } = bodyOf(request);
      if (request.operation !== 'createWebhook' || typeof Description !== 'string') return await forward(request);
      return await forward(withBody(request, { ...bodyOf(request), Description: Description.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?') }));
    },
  },
  'created-beside-a-refused-put-is-lost': lostBesideRefused,
  'second-row-of-one-articolo-lost': () => async (request, forward) => {
    const answer = await forward(request);
    const { righe, ...document } = bodyOf(answer);
    if (request.operation !== 'getDocumento' || !isSuccess(answer) || !Array.isArray(righe)) return answer;
    return withBody(answer, { ...document, righe: namingOnce(righe) });
  },
  'emails-in-small-letters': () => async (request, forward) => {
    const answer = await forward(request);
    const { email, ...contact } = bodyOf(answer);
    const isShown = request.operation === 'getAnagrafica' && isSuccess(answer) && typeof email === 'string';
    return isShown ? withBody(answer, { ...contact, email: email.toLowerCase() }) : answer;
  },
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
  'lines-of-a-put-that-name-an-item-lose-their-unit': () => async (request, forward) => {
    const { righe, ...document } = bodyOf(request);
    if (request.operation !== 'updateDocumento' || !Array.isArray(righe)) return await forward(request);
    const unmeasured = (line: unknown): unknown => {
      const { unitaMisura: _lost, ...kept } = Object(line);
      return typeof kept.articoloId === 'number' ? kept : line;
    };
    return await forward(withBody(request, { ...document, righe: righe.map(unmeasured) }));
  },
  'a-family-name-that-is-the-name-is-lost': namedOnce,
  'lines-of-a-put-that-name-an-item-come-first': () => async (request, forward) => {
    const { righe, ...document } = bodyOf(request);
    if (request.operation !== 'updateDocumento' || !Array.isArray(righe)) return await forward(request);
    const isNamed = (line: unknown): boolean => typeof Object(line).articoloId === 'number';
    const sorted = righe.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
    return await forward(withBody(request, { ...document, righe: sorted }));
  },
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
