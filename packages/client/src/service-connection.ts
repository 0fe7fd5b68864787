import type { ConnectionOptions } from './client-options.ts';
import { checkOptions } from './pipeline/connection.ts';
import { createLogin } from './pipeline/login.ts';
import { createPipeline, type Pipeline } from './pipeline/pipeline.ts';
import { safeStorage } from './token/safe-storage.ts';
import { createTokenSource } from './token/token-source.ts';

/** What both clients share: checked options and a pipeline that logs in by itself. */
export interface ServiceConnection {
  readonly customerUrl: string;
  readonly pipeline: Pipeline;
  /** Logs in, if there is no token. */
  authenticate(): Promise<void>;
}

/** @throws {InvalidArgumentError} for options that cannot be used */
export function connect(options: ConnectionOptions): ServiceConnection {
  const { admin, customer } = checkOptions(options);
  const pipeline = createPipeline(options);
  const tokens = createTokenSource(createLogin(options, pipeline, admin), safeStorage(options.tokenStorage, pipeline.report));
  return {
    customerUrl: customer,
    pipeline: { ...pipeline, tokens },
    async authenticate() {
      await tokens.get(new AbortController().signal);
    },
  };
}
