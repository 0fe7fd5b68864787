import { callSafely } from '#runtime';
import type { BeforeRequest, OutgoingRequest, ReceivedAnswer } from '../client-options.ts';
import { ownHeaders } from '../options/call-options.ts';
import type { CallReporter } from '../reporting/call-reporter.ts';
import type { Settings } from '../settings.ts';

/** The hooks of the user, which cannot break a call. */
export interface Hooks {
  /** The headers that the hook answers for an attempt; absent without a hook, so that no attempt waits for none. */
  readonly before: ((request: OutgoingRequest) => Promise<Readonly<Record<string, string>> | undefined>) | undefined;
  readonly after: ((answer: ReceivedAnswer) => void) | undefined;
}

export function createHooks({ beforeRequest, afterAnswer }: Settings, report: CallReporter): Hooks {
  return {
    before: beforeRequest && ((request) => ask(beforeRequest, request, report)),
    after:
      afterAnswer &&
      ((answer) => {
        const headers = new Headers(answer.headers);
        headers.delete('X-Token');
        callSafely(afterAnswer, (error) => report.fault({ type: 'callback-failed', callback: 'afterAnswer' }, error), {
          ...answer,
          headers,
        });
      }),
  };
}

async function ask(hook: BeforeRequest, request: OutgoingRequest, report: CallReporter): ReturnType<NonNullable<Hooks['before']>> {
  try {
    const headers = await hook(request);
    if (headers === undefined || ownHeaders.accepts(headers)) return headers;
    throw new TypeError();
  } catch (error) {
    report.fault({ type: 'callback-failed', callback: 'beforeRequest' }, error);
    return undefined;
  }
}
