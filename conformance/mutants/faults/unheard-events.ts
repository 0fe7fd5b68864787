import type { NewFault } from '../mutant.ts';
import { bodyOf, entriesOf, isSuccess, withBody } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';
import { idOf } from './webhooks.ts';

/** Does not list the event of the first contact that was created in the first company while no webhook asked for it. */
export const unheardIsUnlisted: NewFault = ({ target }) => {
  const [first] = target.companies;
  const asking = new Set<string>();
  let unheard: string | undefined;
  return async (request, forward) => {
    const answer = await forward(request);
    if (!isSuccess(answer)) return answer;
    const { AziendaId: asked } = bodyOf(request);
    if (request.operation === 'createWebhook' && (asked === null || String(asked) === first.id)) asking.add(String(bodyOf(answer).id));
    if (request.operation === 'deleteWebhook') asking.delete(idOf(request));
    const isHeard = companyOf(request.path) !== first.id || asking.size > 0;
    if (request.operation === 'createAnagrafica' && !isHeard) unheard ??= JSON.stringify(bodyOf(answer).nome);
    if (request.operation !== 'listEvento' || unheard === undefined) return answer;
    const nome = unheard;
    return withBody(
      answer,
      entriesOf(answer).filter((entry) => !JSON.stringify(entry).includes(nome)),
    );
  };
};
