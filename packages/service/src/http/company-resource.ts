import { type Awaitable, follow } from '@business-cloud/server';
import type { Documents, ObjectKind, StoredObject } from '../store/company-store.ts';
import type { Session } from '../usecases/session.ts';
import { type ListQuery, nextLink, pageOf } from './list-page.ts';
import { type Members, pick } from './pick.ts';

/** An object as the API answers it: what is kept of it, with its identifier and its token. */
export type Resource<Kind extends ObjectKind> = Documents[Kind] & { readonly id: number; readonly concurrencyToken: number };

export function toResource<Kind extends ObjectKind>({ id, document, concurrencyToken }: StoredObject<Kind>): Resource<Kind> {
  return { ...document, id, concurrencyToken };
}

/** Where an object is, for Location and Link headers. */
export function resourcePath(companyId: number, kind: ObjectKind, id?: number): string {
  const collection = `/api/v3/${companyId}/${kind}`;
  return id === undefined ? collection : `${collection}/${id}`;
}

interface InCompany {
  readonly params: { readonly companyId: number };
}

type Create<Kind extends ObjectKind> = InCompany & { readonly body: Documents[Kind] };
type Update<Kind extends ObjectKind> = InCompany & { readonly body: Documents[Kind] & { readonly concurrencyToken: number } };
interface Found<Body> {
  readonly status: 200;
  readonly body: Body;
}

/** The five operations of a resource that is kept as it is sent. */
export interface CompanyResource<Kind extends ObjectKind> {
  list(
    request: InCompany & { readonly query: ListQuery },
    session: Session,
  ): Promise<Found<Resource<Kind>[]> & { readonly headers: { readonly Link?: string } }>;
  get(request: InCompany, id: number, session: Session): Awaitable<Found<Resource<Kind>> | NotFound>;
  create(
    request: Create<Kind>,
    session: Session,
  ): Promise<{ readonly status: 201; readonly headers: { readonly Location: string }; readonly body: Resource<Kind> }>;
  update(request: Update<Kind>, id: number, session: Session): Promise<Found<Resource<Kind>> | NotFound | StaleToken>;
  remove(request: InCompany, id: number, session: Session): Promise<{ readonly status: 204 } | NotFound | InUse>;
}

/** Keeps the members that the contract names, and fires Create, Update and Delete (EVT-08). */
export function companyResource<Kind extends 'Anagrafica' | 'articolo'>(kind: Kind, members: Members): CompanyResource<Kind> {
  return {
    async list({ params: { companyId }, query }, session) {
      const page = pageOf(query);
      const objects = await session.company(companyId).list(kind, page);
      const headers = nextLink(resourcePath(companyId, kind), page, objects);
      return { status: 200, headers, body: objects.entries.map(toResource<Kind>) };
    },

    get({ params: { companyId } }, id, session) {
      return follow(session.company(companyId).get(kind, id), (found) =>
        found === undefined ? notFound(kind, id) : { status: 200, body: toResource(found) },
      );
    },

    async create({ params: { companyId }, body }, session) {
      const created = toResource(await session.company(companyId).insert(kind, pick<Documents[Kind]>(body, members)));
      await session.record(`${kind}.Create`, created);
      return { status: 201, headers: { Location: resourcePath(companyId, kind, created.id) }, body: created };
    },

    async update({ params: { companyId }, body }, id, session) {
      const change = await session.company(companyId).replace(kind, id, body.concurrencyToken, pick<Documents[Kind]>(body, members));
      if (change.kind === 'missing') return notFound(kind, id);
      if (change.kind === 'stale') return staleToken;
      const updated = toResource(change.entry);
      await session.record(`${kind}.Update`, updated);
      return { status: 200, body: updated };
    },

    async remove({ params: { companyId } }, id, session) {
      const company = session.company(companyId);
      await company.serialize();
      if ((await company.get(kind, id)) === undefined) return notFound(kind, id);
      if (await company.isNamed(id)) return inUse(kind, id);
      const removed = await company.remove(kind, id);
      if (removed === undefined) return notFound(kind, id);
      await session.record(`${kind}.Delete`, toResource(removed));
      return { status: 204 };
    },
  };
}

/** The refusal of an identifier that names nothing (COMP-08). */
export interface NotFound {
  readonly problem: 'not-found';
  readonly detail: string;
}

export function notFound(kind: string, id: number | string): NotFound {
  return { problem: 'not-found', detail: `There is no ${kind} ${id}.` };
}

/** The refusal to delete what a Documento names (D-17). */
export interface InUse {
  readonly problem: 'in-use';
  readonly detail: string;
}

function inUse(kind: string, id: number): InUse {
  return { problem: 'in-use', detail: `A Documento names ${kind} ${id}: delete or change that first.` };
}

/** The refusal of a PUT with a stale token (CONC-02). */
export interface StaleToken {
  readonly problem: 'concurrency-conflict';
  readonly detail: string;
}

export const staleToken: StaleToken = {
  problem: 'concurrency-conflict',
  detail: 'The object has changed since its concurrency token was read; read it again.',
};
