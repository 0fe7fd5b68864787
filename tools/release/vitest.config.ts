import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { defaults } from '../../vitest.defaults.ts';

// What packs and installs packages takes long, and runs with `pnpm test:packages`.
const config: ViteUserConfig = defineConfig({
  test: { ...defaults, exclude: [...configDefaults.exclude, 'test/packages/**', 'test/rehearsal/**'] },
});

export default config;
