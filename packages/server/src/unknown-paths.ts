import type { Server } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerError } from './errors.ts';
import { VERSION } from './generated/api-version.ts';
import type { Operation } from './generated/operations.ts';
import { allowedMethods } from './paths.ts';
import { Problem } from './problem.ts';

export type UnknownPathRefusal = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** What the plugins of one server serve together, by the prefix that they are registered under: a path of one is not unknown to another. */
const servers = new WeakMap<Server, Map<string, Operation[]>>();

/**
 * Refuses requests without an operation: 404, or 405 if the path takes other methods (VER-02). Below the path of a version that is a route of its own,
 * so that it is refused there whatever not-found handler the application has. What is outside is refused where the application has none.
 */
export function refuseUnknownPaths(app: FastifyInstance, served: readonly Operation[]): UnknownPathRefusal {
  const prefixes = servers.get(app.server) ?? new Map<string, Operation[]>();
  servers.set(app.server, prefixes);
  const known = prefixes.get(app.prefix);
  const together = known ?? [];
  together.push(...served);
  prefixes.set(app.prefix, together);
  const refuse = unknownPathRefusal(app.prefix, together);
  if (known === undefined) {
    // Refused before the body is read.
    const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => refuse(request, reply);
    app.route({
      method: app.supportedMethods,
      url: `/api/${VERSION}/*`,
      exposeHeadRoute: false,
      onRequest,
      handler: (_request, reply) => reply,
    });
    takeWhatIsNotFound(app, refuse);
  }
  return refuse;
}

/**
 * A hook in place of a handler: Fastify takes one handler alone, and refuses the second with an error. So an application can have a not-found
 * handler of its own, set before this plugin is registered or after it.
 */
function takeWhatIsNotFound(app: FastifyInstance, refuse: UnknownPathRefusal): void {
  const preHandler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => refuse(request, reply);
  try {
    // The types ask for a handler; without one, Fastify's own stays, which the hook comes before.
    Reflect.apply(app.setNotFoundHandler, app, [{ preHandler }]);
  } catch {
    // The application has one already.
  }
}

function unknownPathRefusal(prefix: string, served: readonly Operation[]): UnknownPathRefusal {
  // A prefix may hold parameters, so its segments are counted.
  const segmentsOfPrefix = prefix.split('/').length - 1;
  let allowed: ((path: string) => readonly string[]) | undefined;
  return (request, reply) => {
    // All plugins are there when the first request comes.
    allowed ??= allowedMethods(served);
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = allowed(
      `/${path
        .split('/')
        .slice(segmentsOfPrefix + 1)
        .join('/')}`,
    );
    // A path that takes the method, but did not lead to its operation, holds a text that cannot be an identifier.
    if (methods.length === 0 || methods.includes(request.method))
      return answerError(new Problem('route-not-found', { detail: 'There is no operation at this path.' }), request, reply);
    const problem = new Problem('method-not-allowed', {
      detail: `This path takes ${methods.join(', ')}.`,
      headers: { allow: methods.join(', ') },
    });
    return answerError(problem, request, reply);
  };
}
