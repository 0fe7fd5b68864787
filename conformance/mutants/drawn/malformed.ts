import { BODY_MAX_BYTES } from '../../src/generated/limits.ts';
import type { Request } from '../mutant.ts';
import { bodyOf, headerOf, refusal, withBody, withHeader } from '../peer/message.ts';
import { only, type Template } from './template.ts';

/** Crashes on malformed requests of one operation. */
function breaking(on: (request: Request) => boolean): Template['fault'] {
  return (operation) => () => only(operation, async (request, forward) => (on(request as Request) ? refusal(500) : await forward(request)));
}

const takesBody: Template['applies'] = ({ id, method }) => method === 'PUT' || /^(create|authenticate)/.test(id);

const hasObject: Template['applies'] = ({ path }) => /\{(?!version\}|companyId\})/.test(path);

function parsed({ body }: Request): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The number of free places. */
const KEPT_MAX = 5;

/** Faults in how malformed requests are handled. */
export const malformed: readonly Template[] = [
  {
    rule: 'ERR-01',
    name: 'breaks-on-a-company-that-is-no-number',
    applies: ({ company }) => company,
    fault: breaking(({ path }) => !/^\/api\/v3\/\d+\//.test(path)),
  },
  { rule: 'ERR-01', name: 'breaks-on-an-id-that-is-huge', applies: hasObject, fault: breaking(({ path }) => /\/\d{17,}/.test(path)) },
  {
    rule: 'ERR-01',
    name: 'breaks-on-a-limit-that-is-no-number',
    applies: ({ id }) => id.startsWith('list'),
    fault: breaking(({ path }) => /limit=(?!\d+(&|$))/.test(path)),
  },
  { rule: 'ERR-01', name: 'breaks-on-a-list-for-a-body', applies: takesBody, fault: breaking((request) => Array.isArray(parsed(request))) },
  { rule: 'ERR-01', name: 'breaks-on-null-for-a-body', applies: takesBody, fault: breaking(({ body }) => body === 'null') },
  {
    rule: 'ERR-01',
    name: 'breaks-on-a-body-where-none-belongs',
    applies: ({ method }) => method === 'GET' || method === 'DELETE',
    fault: breaking(({ body }) => body !== ''),
  },
  {
    rule: 'ERR-01',
    name: 'breaks-on-a-coding-that-it-does-not-know',
    applies: takesBody,
    fault: breaking((request) => headerOf(request, 'Content-Encoding') !== undefined),
  },
  {
    rule: 'ERR-02',
    name: 'takes-types-that-begin-like-json',
    applies: takesBody,
    fault: (operation) => () =>
      only(operation, async (request, forward) => {
        const isNearly = headerOf(request, 'Content-Type')?.startsWith('application/json');
        return await forward(isNearly ? withHeader(request, 'Content-Type', 'application/json') : request);
      }),
  },
  {
    rule: 'ERR-02',
    name: 'passes-over-what-follows-a-body',
    applies: takesBody,
    fault: (operation) => () =>
      only(operation, async (request, forward) => await forward({ ...request, body: request.body.replace(/\}[^{}[\]"]+$/, '}') })),
  },
  {
    rule: 'ERR-02',
    name: 'has-a-code-of-its-own',
    applies: ({ token }) => token,
    fault: (operation) => () =>
      only(operation, async (request, forward) => {
        const answer = await forward(request);
        return answer.status === 403 ? withBody(answer, { ...bodyOf(answer), code: 'refused' }) : answer;
      }),
  },
  {
    rule: 'ERR-02',
    name: 'says-400-of-an-oversized-body',
    applies: takesBody,
    fault: (operation) => () =>
      only(operation, async (request, forward) => (request.body.length > BODY_MAX_BYTES ? refusal(400) : await forward(request))),
  },
  { rule: 'ERR-01', name: 'breaks-on-no-body', applies: takesBody, fault: breaking(({ body }) => body === '') },
  {
    rule: 'ERR-02',
    name: 'counts-the-characters-of-a-body',
    applies: takesBody,
    fault: (operation) => () =>
      only(operation, async (request, forward) => {
        const isLongInBytesAlone = Buffer.byteLength(request.body) > BODY_MAX_BYTES && request.body.length <= BODY_MAX_BYTES;
        return isLongInBytesAlone ? refusal(400) : await forward(request);
      }),
  },
  {
    rule: 'ERR-01',
    name: 'keeps-a-place-of-whoever-asks-for-what-is-not-there',
    applies: hasObject,
    fault: (operation) => () => {
      let kept = 0;
      return only(operation, async (request, forward) => {
        if (kept >= KEPT_MAX) return refusal(503);
        const answer = await forward(request);
        if (answer.status === 404) kept += 1;
        return answer;
      });
    },
  },
  {
    rule: 'ERR-01',
    name: 'keeps-a-place-of-a-page-after-nothing',
    applies: ({ id }) => id.startsWith('list'),
    fault: (operation) => () => {
      let kept = 0;
      return only(operation, async (request, forward) => {
        if (kept >= KEPT_MAX) return refusal(503);
        if (/[?&]after=(1999999973|00000000-)/.test(request.path)) kept += 1;
        return await forward(request);
      });
    },
  },
];
