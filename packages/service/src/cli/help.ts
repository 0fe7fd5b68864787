import type { Command } from './command.ts';
import type { Option } from './option.ts';
import { variableOf } from './settings.ts';

const COLUMN = 26;

/** The help of the whole command line. */
export function overview(commands: readonly Command[]): string {
  const lines = commands.map(({ name, summary }) => line(name, summary));
  return `business-cloud-service: the reference service of the Business Management Cloud Service

${lines.join('')}
An option is a flag, an environment variable (--key-file: ${variableOf('key-file')}), or an entry of the YAML file
of --config (key-file: ...); the first of these that has it counts. "COMMAND --help" tells the options of a command.

Examples
  business-cloud-service demo
  business-cloud-service demo --port 0 --print json
  business-cloud-service start --database data.sqlite
`;
}

/** The help of one command. */
export function commandHelp({ name, summary, options, examples }: Command): string {
  return `business-cloud-service ${name}: ${summary}

Options
${options.map(optionLine).join('')}
Examples
${examples.map((example) => `  ${example}\n`).join('')}`;
}

function optionLine({ name, value, help }: Option): string {
  return line(value === undefined ? `--${name}` : `--${name} ${value}`, help);
}

function line(left: string, right: string): string {
  return `  ${left.padEnd(COLUMN)} ${right}\n`;
}
