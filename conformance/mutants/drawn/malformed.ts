import { BODY_MAX_BYTES } from '../../src/generated/limits.ts';
import type { Request } from '../mutant.ts';
import { bodyOf, headerOf, refusal, withBody, withHeader } from '../peer/message.ts';
import {
  type Applies,
  answeringAt,
  type FaultAt,
  forwardingAt,
  hasToken,
  isList,
  namesObject,
  only,
  refusingAt,
  type Templates,
} from './template.ts';

/** Crashes on malformed requests of one operation. */
function breaking(on: (request: Request) => boolean): FaultAt {
  return refusingAt(500, (request) => on(request));
}

const takesBody: Applies = ({ id, method }) => method === 'PUT' || /^(create|authenticate)/.test(id);

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
export const malformed: Templates = {
  'ERR-01-breaks-on-a-company-that-is-no-number': {
    applies: ({ company }) => company,
    fault: breaking(({ path }) => !/^\/api\/v3\/\d+\//.test(path)),
  },
  'ERR-01-breaks-on-an-id-that-is-huge': {
    applies: namesObject,
    fault: breaking(({ path }) => /\/\d{17,}/.test(path)),
  },
  'ERR-01-breaks-on-a-limit-that-is-no-number': {
    applies: isList,
    fault: breaking(({ path }) => /limit=(?!\d+(&|$))/.test(path)),
  },
  'ERR-01-breaks-on-a-list-for-a-body': {
    applies: takesBody,
    fault: breaking((request) => Array.isArray(parsed(request))),
  },
  'ERR-01-breaks-on-null-for-a-body': { applies: takesBody, fault: breaking(({ body }) => body === 'null') },
  'ERR-01-breaks-on-a-body-where-none-belongs': {
    applies: ({ method }) => method === 'GET' || method === 'DELETE',
    fault: breaking(({ body }) => body !== ''),
  },
  'ERR-01-breaks-on-a-coding-that-it-does-not-know': {
    applies: takesBody,
    fault: breaking((request) => headerOf(request, 'Content-Encoding') !== undefined),
  },
  'ERR-02-takes-types-that-begin-like-json': {
    applies: takesBody,
    fault: forwardingAt((request) => {
      const isNearly = headerOf(request, 'Content-Type')?.startsWith('application/json');
      return isNearly ? withHeader(request, 'Content-Type', 'application/json') : request;
    }),
  },
  'ERR-02-passes-over-what-follows-a-body': {
    applies: takesBody,
    fault: forwardingAt((request) => ({ ...request, body: request.body.replace(/\}[^{}[\]"]+$/, '}') })),
  },
  'ERR-02-has-a-code-of-its-own': {
    applies: hasToken,
    fault: answeringAt((answer) => (answer.status === 403 ? withBody(answer, { ...bodyOf(answer), code: 'refused' }) : answer)),
  },
  'ERR-02-says-400-of-an-oversized-body': {
    applies: takesBody,
    fault: refusingAt(400, ({ body }) => body.length > BODY_MAX_BYTES),
  },
  'ERR-01-breaks-on-no-body': { applies: takesBody, fault: breaking(({ body }) => body === '') },
  'ERR-02-counts-the-characters-of-a-body': {
    applies: takesBody,
    fault: refusingAt(400, ({ body }) => {
      const isLongInBytesAlone = Buffer.byteLength(body) > BODY_MAX_BYTES && body.length <= BODY_MAX_BYTES;
      return isLongInBytesAlone;
    }),
  },
  'ERR-01-keeps-a-place-of-whoever-asks-for-what-is-not-there': {
    applies: namesObject,
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
  'ERR-01-keeps-a-place-of-a-page-after-nothing': {
    applies: isList,
    fault: (operation) => () => {
      let kept = 0;
      return only(operation, async (request, forward) => {
        if (kept >= KEPT_MAX) return refusal(503);
        if (/[?&]after=(1999999973|00000000-)/.test(request.path)) kept += 1;
        return await forward(request);
      });
    },
  },
};
