import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({ test: { include: ['test/readme/my-service.conformance.ts'] } });
export default config;
