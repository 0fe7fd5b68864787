import { isSoonAbandoned } from '../faults/abandoned.ts';
import { answering, refusing } from '../faults/exchanges.ts';
import { KEY_HEADER } from '../faults/keys.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, isSuccess, refusal, without } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

export const mutants: Mutants = {
  'falls-over-a-percent-sign': refusing(500, ({ path }) => /%(?![\da-f]{2})/i.test(path)),
  'falls-over-a-body-that-is-not-utf8': {
    mayBreak: ['ERR-02'],
    fault: refusing(500, ({ operation, encoding }) => operation === 'updateArticolo' && encoding === 'latin1'),
  },
  'falls-over-a-row-that-is-null': {
    mayBreak: ['ERR-02'],
    fault: refusing(500, (request) => {
      const { righe } = bodyOf(request);
      return request.operation === 'updateDocumento' && Array.isArray(righe) && righe.includes(null);
    }),
  },
  'falls-over-a-cursor-in-the-log': refusing(500, ({ operation, path }) => operation === 'listEvento' && /after=abc/.test(path)),
  'falls-over-a-large-cursor': {
    mayBreak: ['ERR-02'],
    fault: refusing(500, ({ operation, path }) => operation === 'listDocumento' && /after=2147483648/.test(path)),
  },
  'falls-over-a-type-that-is-named-twice': {
    mayBreak: ['ERR-02'],
    fault: refusing(500, (request) => {
      const { Events } = bodyOf(request);
      return request.operation === 'createWebhook' && Array.isArray(Events) && new Set(Events).size < Events.length;
    }),
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
  'url-that-no-parser-takes': refusing(500, (request) => {
    const { Url } = bodyOf(request);
    const takesUrl = request.operation === 'createWebhook' || request.operation === 'updateWebhook';
    // A Url without a path is refused before it is parsed.
    const isParsed = takesUrl && typeof Url === 'string' && /^https:\/\/[^/]+\//.test(Url);
    return isParsed && !URL.canParse(Url);
  }),
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
  'falls-over-a-contact-in-use': answering((answer, { operation }) =>
    operation === 'deleteAnagrafica' && bodyOf(answer).code === 'in-use' ? refusal(500) : answer,
  ),
  'falls-over-an-export-before-the-issue': answering((answer, { operation }) => {
    const isEarly = operation === 'exportFatturaElettronicaXml' && bodyOf(answer).code === 'documento-not-issued';
    return isEarly ? refusal(500) : answer;
  }),
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
  'falls-over-what-is-deep': refusing(500, ({ operation, body }) => operation === 'createArticolo' && /\[{1000}/.test(body)),
  'falls-over-the-largest-token-of-an-item': refusing(
    500,
    (request) => request.operation === 'updateArticolo' && bodyOf(request).concurrencyToken === Number.MAX_SAFE_INTEGER,
  ),
  'falls-over-a-sede-of-null': refusing(500, (request) => request.operation === 'updateAnagrafica' && bodyOf(request).sede === null),
  'falls-over-two-cursors': refusing(500, ({ operation, path }) => operation === 'listArticolo' && /after=.*after=/.test(path)),
  'falls-over-a-number-that-is-taken': answering((answer) => (bodyOf(answer).code === 'numero-taken' ? refusal(500) : answer)),
  'falls-over-a-type-twice-in-a-change': answering((answer, request) => {
    const { Events } = bodyOf(request);
    const isTwice = Array.isArray(Events) && new Set(Events).size < Events.length;
    return request.operation === 'updateWebhook' && isTwice && isSuccess(answer) ? refusal(500) : answer;
  }),
};
