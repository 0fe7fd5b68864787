import { companyResources, paths } from '@business-cloud/server';
import { objectId } from '../model/ids.ts';
import { type ObjectKind, type Resource, toResource } from '../model/objects.ts';
import { notFound, type Refusal } from '../usecases/refusal.ts';
import type { Session } from '../usecases/session.ts';
import { type ListQuery, nextLink, pageOf } from './list-page.ts';
import type { ServiceContext } from './service-handlers.ts';

interface ObjectList<Kind extends ObjectKind> {
  readonly status: 200;
  readonly headers: { readonly Link?: string };
  readonly body: Resource<Kind>[];
}

export async function listObjects<Kind extends ObjectKind>(
  context: ServiceContext,
  kind: Kind,
  query: ListQuery,
): Promise<ObjectList<Kind>> {
  const { transaction, user, isAbandoned } = context;
  const company = transaction.company();
  const objects = await transaction.lists.run(() => company.list(kind, pageOf(query, objectId)), { user: user.id, isAbandoned });
  const headers = nextLink(collectionPath(company.companyId, kind), query, objects);
  return { status: 200, headers, body: objects.entries.map(toResource<Kind>) };
}

export async function getObject<Kind extends ObjectKind>(
  session: Session,
  kind: Kind,
  id: number,
): Promise<{ readonly status: 200; readonly body: Resource<Kind> } | Refusal<'not-found'>> {
  const found = await session.company().get(kind, objectId(id));
  return found === undefined ? notFound(kind, id) : { status: 200, body: toResource(found) };
}

interface CreatedObject<Kind extends ObjectKind> {
  readonly status: 201;
  readonly headers: { readonly Location: string };
  readonly body: Resource<Kind>;
}

export function created<Kind extends ObjectKind>(companyId: number, kind: Kind, body: Resource<Kind>): CreatedObject<Kind> {
  return { status: 201, headers: { Location: `${collectionPath(companyId, kind)}/${body.id}` }, body };
}

function collectionPath(companyId: number, kind: ObjectKind): string {
  return paths[companyResources[kind].operations.list]({ companyId });
}
