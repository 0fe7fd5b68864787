import { smoke } from './smoke.mjs';

const [entry, url] = process.argv.slice(2);
process.stdout.write(await smoke(await import(entry), url));
