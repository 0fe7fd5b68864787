import { effects, resources } from '../../src/generated/resources.ts';
import { bodyOf, headerOf, isSuccess, refusal, withBody } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';
import type { Applies, FaultAt, Templates } from './template.ts';

const creates: Applies = ({ id, company }) => company && effects[id]?.kind === 'create';

/** Whether the operation acts on an object that its path names by an id of the operation's own resource. */
const actsOnOwn: Applies = ({ id, company }) => {
  const kind = effects[id]?.kind;
  return company && (kind === 'read' || kind === 'update' || kind === 'delete') && effects[id]?.of === undefined;
};

/** Loses an object that is created while another company creates one too. */
const mixedUp: FaultAt = (operation) => () => {
  const [busy, lost] = [new Map<string, number>(), new Set<string>()];
  const { read } = resources[effects[operation]?.resource ?? 'webhook'].operations;
  return async (request, forward) => {
    if (request.operation === read && lost.has(request.path)) return refusal(404);
    if (request.operation !== operation) return await forward(request);
    const company = companyOf(request.path) ?? '';
    const isMixed = [...busy].some(([other, count]) => other !== company && count > 0);
    busy.set(company, (busy.get(company) ?? 0) + 1);
    const answer = await forward(request).finally(() => busy.set(company, (busy.get(company) ?? 1) - 1));
    if (isMixed && isSuccess(answer)) lost.add(`${request.path}/${bodyOf(answer).id}`);
    return answer;
  };
};

/** Refuses a name that another company has already used. */
const takenEverywhere: FaultAt = (operation) => () => {
  const taken = new Map<unknown, string | undefined>();
  const { label = '' } = resources[effects[operation]?.resource ?? 'webhook'];
  return async (request, forward) => {
    if (request.operation !== operation) return await forward(request);
    const [name, company] = [bodyOf(request)[label], companyOf(request.path)];
    if (taken.has(name) && taken.get(name) !== company) return refusal(422);
    const answer = await forward(request);
    if (isSuccess(answer)) taken.set(name, company);
    return answer;
  };
};

/** Accepts the id of another kind of object as one of its own. */
const anyKind: FaultAt = (operation) => () => {
  const others = new Set<string>();
  const own = effects[operation]?.resource;
  return async (request, forward) => {
    const answer = await forward(request);
    const effect = request.operation && effects[request.operation];
    if (effect?.kind === 'create' && effect.resource !== own && isSuccess(answer))
      others.add(`${companyOf(request.path)} ${bodyOf(answer).id}`);
    const isOther = others.has(`${companyOf(request.path)} ${request.path.split('/').at(-1)}`);
    if (request.operation !== operation || answer.status !== 404 || !isOther) return answer;
    return { ...withBody(answer, { id: 1 }), status: 200, headers: [['Content-Type', 'application/json']] };
  };
};

/** Remembers that something did not exist, until the next creation without a key. */
const notFoundRemembered: FaultAt = (operation) => () => {
  const missing = new Set<string>();
  const { read } = resources[effects[operation]?.resource ?? 'webhook'].operations;
  return async (request, forward) => {
    if (request.operation === read && missing.has(request.path)) return refusal(404);
    const answer = await forward(request);
    if (request.operation === read && answer.status === 404) missing.add(request.path);
    if (request.operation === operation && headerOf(request, 'Idempotency-Key') === undefined) missing.clear();
    return answer;
  };
};

/** A refused request for another company's object makes the object's contact deletable. */
const namesForgotten: FaultAt = (operation) => () => {
  const [named, forgotten] = [new Map<string, string>(), new Set<string>()];
  return async (request, forward) => {
    const answer = await forward(request);
    const [id, of] = request.path.split('/').slice(5);
    if (request.operation === 'createDocumento' && isSuccess(answer))
      named.set(String(bodyOf(answer).id), String(bodyOf(request).anagraficaId));
    if (request.operation === operation && answer.status === 404) forgotten.add(named.get(id ?? '') ?? '');
    const isHeld = request.operation === 'deleteAnagrafica' && !isSuccess(answer) && of === undefined;
    return isHeld && forgotten.has(id ?? '') ? { ...answer, status: 204, headers: [], body: '' } : answer;
  };
};

const refers: Applies = ({ id, company }) => {
  const effect = effects[id];
  if (!company || effect === undefined || effect.kind === 'create' || effect.kind === 'list' || effect.kind === 'read') return false;
  return resources[effect.of ?? effect.resource].references.length > 0;
};

/** Faults in how objects and companies affect each other. */
export const neighbours: Templates = {
  'COMP-03-creations-at-once-are-mixed-up': { applies: creates, fault: mixedUp },
  'COMP-03-a-name-is-taken-everywhere': { applies: creates, fault: takenEverywhere },
  'COMP-03-a-refusal-forgets-what-is-named': { applies: refers, fault: namesForgotten },
  'COMP-08-another-kind-is-taken-for-its-own': { applies: actsOnOwn, fault: anyKind },
  'RES-01-not-found-is-remembered': { applies: creates, fault: notFoundRemembered },
};
