// Writes a TypeScript model of each type in an AsyncAPI document, and prints their names: node model-events.mjs DOCUMENT FOLDER
import { readFileSync } from 'node:fs';
import { TypeScriptFileGenerator } from '@asyncapi/modelina';

const [document, folder] = process.argv.slice(2);
const generator = new TypeScriptFileGenerator({ moduleSystem: 'ESM' });
const models = await generator.generateToFiles(JSON.parse(readFileSync(document, 'utf8')), folder, { exportType: 'named' });
console.log(JSON.stringify(models.map(({ modelName }) => modelName)));
