import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({ test: { globalSetup: './test/harness/postgres.ts' } });

export default config;
