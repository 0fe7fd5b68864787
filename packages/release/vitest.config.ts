import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { defaults } from '../../vitest.defaults.ts';

// test/packages begins with packing and installing everything, and runs with `pnpm test:packages`.
const config: ViteUserConfig = defineConfig({ test: { ...defaults, exclude: [...configDefaults.exclude, 'test/packages/**'] } });

export default config;
