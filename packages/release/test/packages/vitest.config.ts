import { defineConfig, type ViteUserConfig } from 'vitest/config';

// The time limits only end what hangs: starting processes takes long on a busy machine.
const config: ViteUserConfig = defineConfig({
  test: { name: 'packages', globalSetup: './installation.ts', testTimeout: 120_000, hookTimeout: 120_000 },
});

export default config;
