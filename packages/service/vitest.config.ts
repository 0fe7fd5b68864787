import { defineConfig, type ViteUserConfig } from 'vitest/config';

// The time limits only end what hangs: starting processes takes long on a busy machine.
const config: ViteUserConfig = defineConfig({
  test: { globalSetup: './test/harness/postgres.ts', testTimeout: 60_000, hookTimeout: 60_000 },
});

export default config;
