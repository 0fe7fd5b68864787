import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type Config,
  createConfig,
  getCodeframe,
  getLineColLocation,
  lint,
  type NormalizedProblem,
  type RawUniversalConfig,
} from '@redocly/openapi-core';
import { parse } from 'yaml';
import type { Contract } from './contract.ts';
import { contractPlugin } from './contract-plugin.ts';
import type { Finding } from './finding.ts';

const UNRESOLVED = 'no-unresolved-refs';

/** What Redocly's rules and our own find in the documents that redocly.yaml names, each at its line. */
export async function checkRedocly(contract: Contract, folder: string): Promise<readonly Finding[]> {
  const { apis, ...settings }: RawUniversalConfig = parse(readFileSync(join(folder, 'redocly.yaml'), 'utf8'));
  const config = await createConfig({ ...settings, plugins: [contractPlugin(contract)] });
  const found: Finding[] = [];
  for (const { root } of Object.values(apis ?? {})) found.push(...(await checkDocument(join(folder, root), config, folder)));
  // A schema that two documents share is judged in both.
  return found.filter(({ where, message }, index) => found.findIndex((one) => one.where === where && one.message === message) === index);
}

async function checkDocument(ref: string, config: Config, folder: string): Promise<readonly Finding[]> {
  const problems = await lint({ ref, config });
  // What a broken reference should lead to is missing everywhere: other rules would say so in worse words.
  const unresolved = problems.filter(({ ruleId }) => ruleId === UNRESOLVED);
  return (unresolved.length > 0 ? unresolved : problems).map((problem) => findingOf(problem, folder));
}

/** A problem that Redocly reports, as a finding with the lines around it. */
export function findingOf({ message, ruleId, suggest, location: [location] }: NormalizedProblem, folder: string): Finding {
  const [meant] = suggest ?? [];
  const advice = meant === undefined ? message : `${message} Did you mean ${meant}?`;
  if (location === undefined) return { where: 'redocly.yaml:1', message: `${advice} (${ruleId})` };
  const place = getLineColLocation(location);
  const [, reference] = /\$ref['"]?:\s*['"]?([^'"}\s]+)/.exec(place.source.getLines()[place.start.line - 1] ?? '') ?? [];
  const said = ruleId === UNRESOLVED ? `${reference ?? 'This'} points to nothing. Correct the reference.` : advice;
  return {
    where: `${relative(folder, place.source.absoluteRef)}:${place.start.line}`,
    message: `${said} (${ruleId})`,
    excerpt: getCodeframe(place, false),
  };
}
