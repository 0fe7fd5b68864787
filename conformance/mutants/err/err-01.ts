import { isSoonAbandoned } from '../faults/abandoned.ts';
import { KEY_HEADER } from '../faults/keys.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, isSuccess, refusal, without } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

export const mutants: Mutants = {
  'falls-over-a-percent-sign': () => async (request, forward) => {
    try {
      decodeURIComponent(request.path);
    } catch {
      return refusal(500);
    }
    return await forward(request);
  },
  'falls-over-a-body-that-is-no-object': () => async (request, forward) =>
    request.operation === 'createAnagrafica' && /^\s*(null|true|false|\d|")/.test(request.body) ? refusal(500) : await forward(request),
  'falls-over-a-body-that-is-not-utf8': {
    mayBreak: ['ERR-02'],
    fault: () => async (request, forward) =>
      request.operation === 'updateArticolo' && request.encoding === 'latin1' ? refusal(500) : await forward(request),
  },
  'falls-over-a-row-that-is-null': {
    mayBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const { righe } = bodyOf(request);
      const isNull = request.operation === 'updateDocumento' && Array.isArray(righe) && righe.includes(null);
      return isNull ? refusal(500) : await forward(request);
    },
  },
  'falls-over-a-cursor-in-the-log': () => async (request, forward) =>
    request.operation === 'listEvento' && /after=abc/.test(request.path) ? refusal(500) : await forward(request),
  'falls-over-a-large-cursor': {
    mayBreak: ['ERR-02'],
    fault: () => async (request, forward) =>
      request.operation === 'listDocumento' && /after=2147483648/.test(request.path) ? refusal(500) : await forward(request),
  },
  'falls-over-a-type-that-is-named-twice': {
    mayBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const { Events } = bodyOf(request);
      const isTwice = request.operation === 'createWebhook' && Array.isArray(Events) && new Set(Events).size < Events.length;
      return isTwice ? refusal(500) : await forward(request);
    },
  },
  'lists-that-are-given-up-take-the-places-of-others': {
    mayBreak: ['COMP-10'],
    fault: () => {
      let places = 4;
      return async (request, forward) => {
        if (request.operation !== 'listAnagrafica') return await forward(request);
        if (places === 0) return refusal(503);
        places -= 1;
        const answer = await forward(request);
        if (!(await isSoonAbandoned(request))) places += 1;
        return answer;
      };
    },
  },
  'url-that-no-parser-takes': () => async (request, forward) => {
    const { Url } = bodyOf(request);
    const takesUrl = request.operation === 'createWebhook' || request.operation === 'updateWebhook';
    // A Url without a path is refused before it is parsed.
    const isParsed = takesUrl && typeof Url === 'string' && /^https:\/\/[^/]+\//.test(Url);
    return isParsed && !URL.canParse(Url) ? refusal(500) : await forward(request);
  },
  'invoice-of-a-contact-without-a-sede': () => {
    const [bare, naming] = [new Set<unknown>(), new Set<string>()];
    return async (request, forward) => {
      const answer = await forward(request);
      const { sede, anagraficaId } = bodyOf(request);
      const id = `${companyOf(request.path)} ${bodyOf(answer).id}`;
      if (request.operation === 'createAnagrafica' && sede === undefined) bare.add(id);
      if (request.operation === 'createDocumento' && bare.has(`${companyOf(request.path)} ${anagraficaId}`)) naming.add(id);
      const document = `${companyOf(request.path)} ${/Documento\/(\d+)/.exec(request.path)?.[1]}`;
      const isBroken = request.operation === 'exportFatturaElettronicaXml' && answer.status === 422 && naming.has(document);
      return isBroken ? refusal(500) : answer;
    };
  },
  'falls-over-a-contact-in-use': () => async (request, forward) => {
    const answer = await forward(request);
    return request.operation === 'deleteAnagrafica' && bodyOf(answer).code === 'in-use' ? refusal(500) : answer;
  },
  'falls-over-an-export-before-the-issue': () => async (request, forward) => {
    const answer = await forward(request);
    const isEarly = request.operation === 'exportFatturaElettronicaXml' && bodyOf(answer).code === 'documento-not-issued';
    return isEarly ? refusal(500) : answer;
  },
  'falls-over-the-export-of-a-second-document': {
    mayBreak: ['IDEM-16', 'IDEM-02'],
    judgedAlone: true,
    fault: () => {
      const first = new Map<string, string>();
      return async (request, forward) => {
        if (request.operation !== 'exportFatturaElettronicaXml') return await forward(request);
        const company = String(companyOf(request.path));
        if ((first.get(company) ?? request.path) !== request.path) return refusal(500);
        const answer = await forward(request);
        if (isSuccess(answer)) first.set(company, request.path);
        return answer;
      };
    },
  },
  'falls-over-a-sede-that-is-left-out': () => async (request, forward) => {
    if (request.operation !== 'updateAnagrafica' || bodyOf(request).sede !== undefined) return await forward(request);
    const before = await forward({ ...without(request, KEY_HEADER), method: 'GET', body: '' });
    const isLeftOut = isSuccess(before) && (bodyOf(before).sede ?? null) !== null;
    return isLeftOut ? refusal(500) : await forward(request);
  },
  'falls-over-what-is-deep': () => async (request, forward) =>
    request.operation === 'createArticolo' && /\[{1000}/.test(request.body) ? refusal(500) : await forward(request),
  'falls-over-the-largest-token-of-an-item': () => async (request, forward) =>
    request.operation === 'updateArticolo' && bodyOf(request).concurrencyToken === Number.MAX_SAFE_INTEGER
      ? refusal(500)
      : await forward(request),
  'falls-over-a-sede-of-null': () => async (request, forward) =>
    request.operation === 'updateAnagrafica' && bodyOf(request).sede === null ? refusal(500) : await forward(request),
  'falls-over-two-cursors': () => async (request, forward) =>
    request.operation === 'listArticolo' && /after=.*after=/.test(request.path) ? refusal(500) : await forward(request),
  'falls-over-a-number-that-is-taken': () => async (request, forward) => {
    const answer = await forward(request);
    return bodyOf(answer).code === 'numero-taken' ? refusal(500) : answer;
  },
  'falls-over-a-type-twice-in-a-change': () => async (request, forward) => {
    const answer = await forward(request);
    const { Events } = bodyOf(request);
    const isTwice = Array.isArray(Events) && new Set(Events).size < Events.length;
    return request.operation === 'updateWebhook' && isTwice && isSuccess(answer) ? refusal(500) : answer;
  },
};
