import { createdId } from '../../api/identity.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { documentBody } from '../resources/documents.ts';
import { itemBody } from '../resources/items.ts';
import { unlessAbsent } from '../unless-absent.ts';

/** A POST with a key, and what it was answered: no 2xx where the target does not do it so. */
export interface KeyedPost {
  readonly kind: string;
  readonly call: Call;
  readonly original: Answer;
}

/** Lines of a document: more than a short text holds. */
const MANY_LINES = 60;

/**
 * The POSTs beside those of contacts and webhooks, each with a key of its own: a stock item, a document of many lines, its issue, its export.
 * What the configuration says is absent is left out; what the target refuses is named as not judged, with all that follows from it.
 */
export async function* keyedPosts(context: CheckContext): AsyncGenerator<KeyedPost> {
  const [company] = context.target.companies;
  const { articoloCreate, documentoCreate, documentoEmit, documentoExport } = context.target.surface;
  const api = await context.api();
  const post = async (kind: string, call: Call): Promise<KeyedPost> => ({ kind, call, original: await context.send(call) });
  if (articoloCreate !== null) {
    const body = itemBody(context, context.fresh());
    const item = await post('articolo', api.call('createArticolo', { company, body, key: context.freshKey() }));
    if (isJudgeable(context, item)) yield item;
  }
  if (documentoCreate === null) return;
  const body = await unlessAbsent(context, 'documents', () => documentBody(context, company));
  if (body === undefined) return;
  const create = (of: JsonObject): Promise<KeyedPost> =>
    post('Documento', api.call('createDocumento', { company, body: of, key: context.freshKey() }));
  const long = await create(withManyLines(body));
  const document = isSuccess(long.original) ? long : await create(body);
  if (!isJudgeable(context, document)) return;
  yield document;
  const id = createdId(document.original, 'documento');
  if (id === undefined || documentoEmit === null) return;
  const issued = await post('issue of a Documento', api.call('emitDocumento', { company, id, key: context.freshKey() }));
  if (!isJudgeable(context, issued)) return;
  yield issued;
  if (documentoExport === null) return;
  const exported = await post(
    'export of a FatturaElettronicaXml',
    api.call('exportFatturaElettronicaXml', { company, id, key: context.freshKey() }),
  );
  if (isJudgeable(context, exported)) yield exported;
}

function isJudgeable(context: CheckContext, { kind, original }: KeyedPost): boolean {
  if (!isSuccess(original)) context.leaveUnjudged(`${kind} with a key: answered ${original.status}`);
  return isSuccess(original);
}

/** The body with the one entry of its only list, where it has one, repeated. */
function withManyLines(body: JsonObject): JsonObject {
  const entries = Object.entries(body).map(([name, value]) => {
    const [line, ...others] = Array.isArray(value) ? value : [];
    return [name, line !== undefined && others.length === 0 ? Array.from({ length: MANY_LINES }, () => line) : value];
  });
  return Object.fromEntries(entries);
}
