import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { name: string; version: string };

/** What this suite is, as the reports name it. */
export const suite: { readonly name: string; readonly version: string } = { name: manifest.name, version: manifest.version };
