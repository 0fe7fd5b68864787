import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { defaults } from '../../vitest.defaults.ts';

const config: ViteUserConfig = defineConfig({ test: { ...defaults } });

export default config;
