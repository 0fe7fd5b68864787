// Loads every entry of an installed package, by `import` or by `require`, and prints the names of those that loaded.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [name, way] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8'));
const entries = Object.keys(exports).filter((entry) => !entry.includes('*') && !entry.endsWith('.yaml'));
for (const entry of entries) {
  const specifier = name + entry.slice(1);
  if (entry.endsWith('.json') || way === 'require') require(specifier);
  else await import(specifier);
}
console.log(entries.join(' '));
