import type { ClientOptions } from './client-options.ts';
import { createLogin } from './pipeline/login.ts';
import { createPipeline, type Pipeline } from './pipeline/pipeline.ts';
import { timeoutOf } from './pipeline/plan-maker.ts';
import { readSettings, type Settings } from './settings.ts';
import { safeStorage } from './token/safe-storage.ts';
import { createTokenSource } from './token/token-source.ts';

/** What both clients share: checked options and a pipeline that logs in by itself. */
export interface ServiceConnection {
  readonly settings: Settings;
  readonly customerUrl: string;
  readonly pipeline: Pipeline;
  /** Logs in, if there is no token. */
  authenticate(): Promise<void>;
}

/** @throws {InvalidArgumentError} for options that cannot be used */
export function connect(options: ClientOptions): ServiceConnection {
  const settings = readSettings(options);
  const pipeline = createPipeline(settings);
  const login = createLogin(settings, pipeline, baseOf(settings.adminUrl));
  const tokens = createTokenSource(login, safeStorage(settings.tokenStorage, pipeline.report));
  return {
    settings,
    customerUrl: baseOf(settings.customerUrl),
    pipeline: { ...pipeline, tokens },
    async authenticate() {
      await tokens.get(new AbortController().signal, timeoutOf(settings));
    },
  };
}

/** A base address, ready to have a path put after it. */
function baseOf(address: string): string {
  const { href } = new URL(address);
  let end = href.length;
  while (href[end - 1] === '/') end -= 1;
  return href.slice(0, end);
}
