import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { limits } from '../vitest.limits.ts';

const config: ViteUserConfig = defineConfig({ test: { ...limits } });

export default config;
