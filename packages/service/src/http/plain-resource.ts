import { companyResources } from '@business-cloud/server';
import type { Documents, PlainKind } from '../model/objects.ts';
import { createObject, deleteObject, updateObject } from '../usecases/company-objects.ts';
import type { ListQuery } from './list-page.ts';
import { created, getObject, listObjects } from './objects.ts';
import type { ServiceContext, ServiceHandlers } from './service-handlers.ts';

type Operations = (typeof companyResources)[PlainKind]['operations'];

/** The handlers of a resource's five operations. */
type PlainHandlers<Kind extends PlainKind> = Pick<ServiceHandlers, (typeof companyResources)[Kind]['operations'][keyof Operations]>;

/** A request of any of the five operations; each has the parts that it needs. */
interface PlainRequest {
  readonly params: { readonly companyId: number; readonly [idParameter: string]: number };
  readonly query: ListQuery;
  readonly body: Documents[PlainKind] & { readonly concurrencyToken: number };
}

type PlainHandler = (request: PlainRequest, context: ServiceContext) => Promise<object>;

/** The five operations of a resource whose objects are kept as they are sent. */
export function plainResource<Kind extends PlainKind>(name: Kind): PlainHandlers<Kind> {
  const kind: PlainKind = name;
  const { operations, idParameter } = companyResources[kind];
  const idIn = ({ params }: PlainRequest): number => params[idParameter] ?? 0;
  const handlers: Record<string, PlainHandler> = {
    [operations.list]: ({ query }, context) => listObjects(context, kind, query),

    [operations.read]: (request, { transaction }) => getObject(transaction, kind, idIn(request)),

    async [operations.create]({ params: { companyId }, body }, { transaction }) {
      const object = await createObject(transaction, kind, body);
      return 'problem' in object ? object : created(companyId, kind, object);
    },

    async [operations.update](request, { transaction }) {
      const { concurrencyToken, ...document } = request.body;
      const updated = await updateObject(transaction, kind, idIn(request), concurrencyToken, document);
      return 'problem' in updated ? updated : { status: 200, body: updated };
    },

    async [operations.delete](request, { transaction }) {
      return (await deleteObject(transaction, kind, idIn(request))) ?? { status: 204 };
    },
  };
  // The compiler does not follow computed names. PlainKind holds bodies and answers of these operations to each other.
  return handlers as PlainHandlers<Kind>;
}
