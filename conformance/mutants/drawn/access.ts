import { operations } from '../../src/generated/operations.ts';
import type { Target } from '../../src/model/target.ts';
import { elsewhere, foundElsewhere, inSecond } from '../faults/companies.ts';
import { answering } from '../faults/exchanges.ts';
import {
  API_KEY_HEADER,
  APPLICATION_ID_HEADER,
  apiKeyFilledIn,
  LICENSE_KEY_HEADER,
  licenseKeyFilledIn,
  missing,
} from '../faults/headers.ts';
import type { Fault, FaultContext } from '../mutant.ts';
import { type Answer, type Call, entriesOf, headerOf, isSuccess, withBody, withHeader, without } from '../peer/message.ts';
import { companyOf, withCompany } from '../peer/operation-of.ts';
import {
  type Applies,
  type FaultAt,
  forwardingAt,
  hasLicense,
  hasToken,
  namesObject,
  only,
  refusingAt,
  type Templates,
} from './template.ts';

/** If the operation's token is refused, uses the last accepted token instead. */
function letIn(applies: (authorization: string | undefined) => boolean): FaultAt {
  return (operation) => () => {
    let accepted = '';
    return async (request, forward) => {
      const sent = headerOf(request, 'Authorization');
      if (request.operation === operation && applies(sent) && sent !== accepted && accepted !== '') {
        const own = sent === undefined ? undefined : await forward(request);
        return own === undefined || own.status === 401 ? await forward(withHeader(request, 'Authorization', accepted)) : own;
      }
      const answer = await forward(request);
      if (isSuccess(answer) && sent !== undefined) accepted = sent;
      return answer;
    };
  };
}

/** Also lists the entries of the other company. */
const listedTogether: FaultAt = (operation) => (context) =>
  only(operation, async (request, forward) => {
    const answer = await forward(request);
    const other = isSuccess(answer) ? elsewhere(request, context) : undefined;
    const others = other && (await forward(other));
    return others !== undefined && isSuccess(others) ? withBody(answer, [...entriesOf(answer), ...entriesOf(others)]) : answer;
  });

const hasObject: Applies = (operation) => operation.company && namesObject(operation);

/** Answers something else than 404. */
function notFoundAs(change: (answer: Answer) => Answer): FaultAt {
  return (operation) =>
    answering((answer, request) => (request.operation === operation && answer.status === 404 ? change(answer) : answer));
}

const isOther = (sent: string | undefined, right: string): boolean => sent !== undefined && sent !== right;

function isOfUser(key: string | undefined, { companies }: Target): boolean {
  return companies.some(({ licenseKey }) => licenseKey === key);
}

/** Gives anybody access with a license key that was accepted before, by the token of that time. */
function rememberedKey(placeOf: (path: string) => string): FaultAt {
  return (operation) => () => {
    const admitted = new Map<string, string>();
    return async (request, forward) => {
      const [key, token] = [headerOf(request, LICENSE_KEY_HEADER), headerOf(request, 'Authorization')];
      const place = `${placeOf(request.path)} ${key}`;
      const answer = await forward(request);
      if (key === undefined || token === undefined) return answer;
      if (isSuccess(answer)) admitted.set(place, token);
      const known = admitted.get(place);
      const isLetIn = answer.status === 403 && request.operation === operation && known !== undefined && known !== token;
      return isLetIn ? await forward(withHeader(request, 'Authorization', known)) : answer;
    };
  };
}

/** Whether the user's colleague sends a request. */
function isOfOther(request: Call, { target: { otherUser }, userOf }: FaultContext): boolean {
  return otherUser !== undefined && userOf(request) === otherUser.userName;
}

/** Faults in who gets access, and to what. */
export const access: Templates = {
  'AUTH-04-no-token-is-needed': letIn((sent) => sent === undefined),
  'AUTH-04-any-token-serves': letIn((sent) => sent?.startsWith('Bearer ') === true),
  'AUTH-10-names-no-scheme': {
    applies: hasToken,
    fault: (operation) => () => only(operation, async (request, forward) => without(await forward(request), 'WWW-Authenticate')),
  },
  'HDR-01-no-api-key-is-needed': (operation) => apiKeyFilledIn(operation, missing),
  'HDR-02-any-api-key-serves': (operation) => apiKeyFilledIn(operation, isOther),
  'HDR-03-no-license-key-is-needed': {
    applies: hasLicense,
    fault: (operation) => licenseKeyFilledIn(operation, missing),
  },
  'HDR-04-any-license-key-serves': {
    applies: hasLicense,
    fault: (operation) => licenseKeyFilledIn(operation, (sent, _right, _request, target) => sent !== undefined && !isOfUser(sent, target)),
  },
  'HDR-05-another-company-s-key-serves': {
    applies: ({ company }) => company,
    fault: (operation) => licenseKeyFilledIn(operation, (sent, right, _request, target) => isOther(sent, right) && isOfUser(sent, target)),
  },
  'HDR-06-refuses-long-application-ids': refusingAt(400, (request) => (headerOf(request, APPLICATION_ID_HEADER) ?? '').length > 64),
  'HDR-08-knows-one-case-of-a-header': refusingAt(403, ({ headers }) =>
    headers.some(([name]) => name.toLowerCase() === API_KEY_HEADER.toLowerCase() && name !== API_KEY_HEADER),
  ),
  'COMP-03-finds-what-another-company-has': { applies: hasObject, fault: (operation) => foundElsewhere(operation) },
  'COMP-03-the-second-company-finds-what-the-first-has': {
    applies: hasObject,
    fault: (operation) => foundElsewhere(operation, inSecond),
  },
  'COMP-03-lists-what-another-company-has': {
    applies: ({ id, company }) => company && id.startsWith('list'),
    fault: listedTogether,
  },
  'COMP-03-lists-what-another-company-has-after-the-first-page': {
    applies: ({ id, company }) => company && id.startsWith('list'),
    fault: (operation) => (context) => {
      const leaking = listedTogether(operation)(context);
      const fault: Fault = async (request, forward) =>
        /[?&]after=/.test(request.path) ? await leaking(request, forward) : await forward(request);
      return fault;
    },
  },
  'COMP-07-knows-companies-that-are-none':
    (operation) =>
    ({ target }) =>
      only(operation, async (request, forward) => {
        const answer = await forward(request);
        const company = companyOf(request.path);
        const [first] = target.companies;
        if (answer.status !== 403 || target.companies.some(({ id }) => id === company)) return answer;
        return await forward(withHeader({ ...request, path: withCompany(request.path, first.id) }, LICENSE_KEY_HEADER, first.licenseKey));
      }),
  'COMP-08-says-400-of-what-is-not-there': notFoundAs((answer) => ({ ...answer, status: 400 })),
  'COMP-08-says-204-of-what-is-not-there': notFoundAs((answer) => ({ ...answer, status: 204, body: '' })),
  'VER-02-says-405-without-allow': (operation) => () => {
    const { path, method } = operations[operation];
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return async (request, forward) => {
      const answer = await forward(request);
      const isHere = request.method !== method && pattern.test(request.path.split('?')[0] ?? '');
      return answer.status === 405 && isHere ? without(answer, 'Allow') : answer;
    };
  },
  'COMP-09-a-known-key-admits-anybody': rememberedKey((path) => /^\/api\/v\d+\/(\d+)\//.exec(path)?.[1] ?? ''),
  'AUTH-03-knows-one-user': { applies: hasToken, fault: refusingAt(401, isOfOther) },
  'HDR-03-the-other-user-needs-no-license-key': {
    applies: hasLicense,
    fault: forwardingAt((request, context) => {
      const isMeant = isOfOther(request, context) && headerOf(request, LICENSE_KEY_HEADER) === undefined;
      return isMeant ? withHeader(request, LICENSE_KEY_HEADER, context.target.companies[0].licenseKey) : request;
    }),
  },
  'HDR-10-a-known-key-admits-anybody': rememberedKey(() => ''),
};
