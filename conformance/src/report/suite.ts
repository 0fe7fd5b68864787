import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { name: string; version: string };

/** The name and version of this suite, for the reports. */
export const suite: { readonly name: string; readonly version: string } = { name: manifest.name, version: manifest.version };
