import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { defaults } from '../../vitest.defaults.ts';

// test/packages is a project of its own: it begins with packing and installing everything.
const config: ViteUserConfig = defineConfig({ test: { ...defaults, exclude: [...configDefaults.exclude, 'test/packages/**'] } });

export default config;
