import type { Mutant } from '../mutant.ts';
import { bodyOf, entriesOf, isSuccess, withBody } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';
import { idOf } from './webhooks.ts';

/** Lists no contact that was created in the first company while no webhook asked for its events. */
export const unheardIsUnlisted: Mutant['fault'] = ({ target }) => {
  const [first] = target.companies;
  const asking = new Set<string>();
  const unheard: string[] = [];
  return async (request, forward) => {
    const answer = await forward(request);
    if (!isSuccess(answer)) return answer;
    const { AziendaId: asked } = bodyOf(request);
    if (request.operation === 'createWebhook' && (asked === null || String(asked) === first.id)) asking.add(String(bodyOf(answer).id));
    if (request.operation === 'deleteWebhook') asking.delete(idOf(request));
    const isUnheard = request.operation === 'createAnagrafica' && companyOf(request.path) === first.id && asking.size === 0;
    if (isUnheard) unheard.push(JSON.stringify(bodyOf(answer).nome));
    if (request.operation !== 'listEvento' || unheard.length === 0) return answer;
    const isListed = (entry: object): boolean => !unheard.some((nome) => JSON.stringify(entry).includes(nome));
    return withBody(answer, entriesOf(answer).filter(isListed));
  };
};
