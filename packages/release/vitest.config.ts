import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';

// test/packages is a project of its own: it begins with packing and installing everything.
const config: ViteUserConfig = defineConfig({ test: { exclude: [...configDefaults.exclude, 'test/packages/**'] } });

export default config;
