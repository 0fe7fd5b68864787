import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { limits } from '../../vitest.limits.ts';

// test/packages is a project of its own: it begins with packing and installing everything.
const config: ViteUserConfig = defineConfig({ test: { ...limits, exclude: [...configDefaults.exclude, 'test/packages/**'] } });

export default config;
