import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({ test: { include: ['test/vitest/implementers-suite.ts'] } });
export default config;
