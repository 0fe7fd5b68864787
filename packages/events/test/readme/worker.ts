import { fetchReceiver } from '@business-cloud/events/fetch';
import { createReceiver } from '@business-cloud/events/web';

export interface WorkerContext {
  waitUntil(work: Promise<void>): void;
}

export function worker(
  secret: string,
  onEvent: () => void,
): { fetch(request: Request, env: unknown, context: WorkerContext): Promise<Response> } {
  const handle = fetchReceiver(createReceiver({ secret, onEvent, senders: { addresses: ['203.0.113.7'] } }));
  return {
    fetch(request: Request, _env: unknown, context: WorkerContext): Promise<Response> {
      const remoteAddress = request.headers.get('cf-connecting-ip') ?? undefined;
      return handle(request, { remoteAddress, waitUntil: (work) => context.waitUntil(work) });
    },
  };
}
