import { readFile } from 'node:fs/promises';
import { parseTarget, type RunEvent, runConformance } from '@business-cloud/conformance';

const [file = 'conformance.yaml'] = process.argv.slice(2);
const target = parseTarget(await readFile(file, 'utf8'), file);

function onEvent(event: RunEvent): void {
  if (event.type === 'rule-judged')
    console.log(`${event.done}/${event.total} ${event.result.id} ${event.result.outcome}`);
}

const { summary, rules } = await runConformance(target, { rules: ['COMP-*'], budget: 'quick', onEvent });
for (const { id, failure } of rules) if (failure) console.log(id, failure.message, failure.expected, failure.actual);
console.log(`${summary.pass} passed, ${summary.fail} failed`);
