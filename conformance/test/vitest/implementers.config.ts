import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({ test: { include: ['test/vitest/*-suite.ts'] } });
export default config;
