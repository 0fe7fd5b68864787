import type { CompanyClient } from '@business-cloud/client';
import type {
  InfiniteData,
  QueryKey,
  UseInfiniteQueryOptions,
  UseMutationOptions,
  UseQueryOptions,
} from '@tanstack/react-query';

export type Contatto = Awaited<ReturnType<CompanyClient['anagrafica']['get']>>['data'];
type After = Contatto['id'] | undefined;
type Pages = UseInfiniteQueryOptions<
  readonly Contatto[],
  Error,
  InfiniteData<readonly Contatto[], After>,
  QueryKey,
  After
>;

/** For `useQuery`. The client repeats what may be repeated, so React Query repeats nothing. */
export function contatto(company: CompanyClient, id: Contatto['id']): UseQueryOptions<Contatto> {
  return {
    queryKey: ['anagrafica', id],
    queryFn: async ({ signal }) => (await company.anagrafica.get(id, { signal })).data,
    retry: false,
  };
}

/** For `useInfiniteQuery`: a page at a time, until a page holds less than was asked for. */
export function contatti(company: CompanyClient, limit = 50): Pages {
  return {
    queryKey: ['anagrafica', 'pages', limit],
    queryFn: async ({ pageParam, signal }) =>
      (await company.anagrafica.list({ limit, after: pageParam }, { signal }).page()).data,
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.length < limit ? undefined : page.at(-1)?.id),
    retry: false,
  };
}

/** For `useMutation`: each mutation has an Idempotency-Key of its own, and happens once. */
export function createContatto(company: CompanyClient): UseMutationOptions<Contatto, Error, string> {
  return { mutationFn: async (nome) => (await company.anagrafica.create({ nome })).data };
}
