import { operations } from '../../src/generated/operations.ts';
import { API_KEY_HEADER, APPLICATION_ID_HEADER, keyOf, LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Fault } from '../mutant.ts';
import { headerOf, isSuccess, refusal, withHeader, without } from '../peer/message.ts';
import { companyOf, withCompany } from '../peer/operation-of.ts';
import { only, type Template } from './template.ts';

/** If the operation's token is refused, uses the last accepted token instead. */
function letIn(applies: (authorization: string | undefined) => boolean): Template['fault'] {
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

const hasLicense: Template['applies'] = ({ license }) => license;

/** Fills in the correct license key of the company. On a configuration endpoint, that of the user's first company. */
function licensed(applies: (sent: string | undefined, right: string, all: readonly string[]) => boolean): Template['fault'] {
  return (operation) =>
    ({ target }) =>
      only(operation, async (request, forward) => {
        const right = keyOf(companyOf(request.path), target.companies);
        const all = target.companies.map(({ licenseKey }) => licenseKey);
        return await forward(
          applies(headerOf(request, LICENSE_KEY_HEADER), right, all) ? withHeader(request, LICENSE_KEY_HEADER, right) : request,
        );
      });
}

function apiKeyed(applies: (sent: string | undefined, right: string) => boolean): Template['fault'] {
  return (operation) =>
    ({ target }) =>
      only(operation, async (request, forward) => {
        const right = target.credentials.apiKey;
        return await forward(applies(headerOf(request, API_KEY_HEADER), right) ? withHeader(request, API_KEY_HEADER, right) : request);
      });
}

/** Looks for an object that the operation does not find in the user's other company. */
const foundElsewhere: Template['fault'] =
  (operation) =>
  ({ target }) =>
    only(operation, async (request, forward) => {
      const answer = await forward(request);
      const company = companyOf(request.path) ?? '';
      const other = target.companies.find(({ id }) => id !== company);
      if (answer.status !== 404 || other === undefined || !target.companies.some(({ id }) => id === company)) return answer;
      return await forward(withHeader({ ...request, path: withCompany(request.path, other.id) }, LICENSE_KEY_HEADER, other.licenseKey));
    });

/** Also lists the entries of the other company. */
const listedTogether: Template['fault'] =
  (operation) =>
  ({ target }) =>
    only(operation, async (request, forward) => {
      const answer = await forward(request);
      const other = target.companies.find(({ id }) => id !== companyOf(request.path));
      if (!isSuccess(answer) || other === undefined) return answer;
      const path = withCompany(request.path, other.id);
      const elsewhere = await forward(withHeader({ ...request, path }, LICENSE_KEY_HEADER, other.licenseKey));
      if (!isSuccess(elsewhere)) return answer;
      return { ...answer, body: JSON.stringify([...(JSON.parse(answer.body) as unknown[]), ...(JSON.parse(elsewhere.body) as unknown[])]) };
    });

const hasObject: Template['applies'] = ({ company, path }) => company && /\{(?!version\}|companyId\})/.test(path);

function answering(change: (status: number) => number): Template['fault'] {
  return (operation) => () =>
    only(operation, async (request, forward) => {
      const answer = await forward(request);
      return { ...answer, status: change(answer.status) };
    });
}

/** Faults in who gets access, and to what. */
export const access: readonly Template[] = [
  { rule: 'AUTH-04', name: 'no-token-is-needed', fault: letIn((sent) => sent === undefined) },
  { rule: 'AUTH-04', name: 'any-token-serves', fault: letIn((sent) => sent?.startsWith('Bearer ') === true) },
  {
    rule: 'AUTH-10',
    name: 'names-no-scheme',
    applies: ({ token }) => token,
    fault: (operation) => () => only(operation, async (request, forward) => without(await forward(request), 'WWW-Authenticate')),
  },
  { rule: 'HDR-01', name: 'no-api-key-is-needed', fault: apiKeyed((sent) => sent === undefined) },
  { rule: 'HDR-02', name: 'any-api-key-serves', fault: apiKeyed((sent, right) => sent !== undefined && sent !== right) },
  { rule: 'HDR-03', name: 'no-license-key-is-needed', applies: hasLicense, fault: licensed((sent) => sent === undefined) },
  {
    rule: 'HDR-04',
    name: 'any-license-key-serves',
    applies: hasLicense,
    fault: licensed((sent, _right, all) => sent !== undefined && !all.includes(sent)),
  },
  {
    rule: 'HDR-05',
    name: 'another-company-s-key-serves',
    applies: ({ company }) => company,
    fault: licensed((sent, right, all) => sent !== undefined && sent !== right && all.includes(sent)),
  },
  {
    rule: 'HDR-06',
    name: 'refuses-long-application-ids',
    fault: (operation) => () =>
      only(operation, async (request, forward) =>
        (headerOf(request, APPLICATION_ID_HEADER) ?? '').length > 64 ? refusal(400) : await forward(request),
      ),
  },
  {
    rule: 'HDR-08',
    name: 'knows-one-case-of-a-header',
    fault: (operation) => () =>
      only(operation, async (request, forward) =>
        request.headers.some(([name]) => name.toLowerCase() === API_KEY_HEADER.toLowerCase() && name !== API_KEY_HEADER)
          ? refusal(403)
          : await forward(request),
      ),
  },
  { rule: 'COMP-03', name: 'finds-what-another-company-has', applies: hasObject, fault: foundElsewhere },
  {
    rule: 'COMP-03',
    name: 'lists-what-another-company-has',
    applies: ({ id, company }) => company && id.startsWith('list'),
    fault: listedTogether,
  },
  {
    rule: 'COMP-03',
    name: 'lists-what-another-company-has-after-the-first-page',
    applies: ({ id, company }) => company && id.startsWith('list'),
    fault: (operation) => (context) => {
      const leaking = listedTogether(operation)(context);
      const fault: Fault = async (request, forward) =>
        /[?&]after=/.test(request.path) ? await leaking(request, forward) : await forward(request);
      return fault;
    },
  },
  {
    rule: 'COMP-07',
    name: 'knows-companies-that-are-none',
    fault:
      (operation) =>
      ({ target }) =>
        only(operation, async (request, forward) => {
          const answer = await forward(request);
          const company = companyOf(request.path);
          const [first] = target.companies;
          if (answer.status !== 403 || target.companies.some(({ id }) => id === company)) return answer;
          return await forward(withHeader({ ...request, path: withCompany(request.path, first.id) }, LICENSE_KEY_HEADER, first.licenseKey));
        }),
  },
  {
    rule: 'COMP-08',
    name: 'says-400-of-what-is-not-there',
    fault: answering((status) => (status === 404 ? 400 : status)),
  },
  {
    rule: 'VER-02',
    name: 'says-405-without-allow',
    fault: (operation) => () => {
      const { path, method } = operations[operation];
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return async (request, forward) => {
        const answer = await forward(request);
        const isHere = request.method !== method && pattern.test(request.path.split('?')[0] ?? '');
        return answer.status === 405 && isHere ? without(answer, 'Allow') : answer;
      };
    },
  },
];
