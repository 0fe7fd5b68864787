import type { Limit } from '../model/contract.ts';
import { SOURCE_FILES } from '../read/sources.ts';
import { type Emitter, header } from './emitter.ts';
import { stringLiteral } from './literal.ts';

/** limits.ts: each number and pattern of the contract as a constant of its own, so that a bundler keeps those that are used. */
export const limitsEmitter: Emitter = {
  artefact: 'limits',
  async emit(contract) {
    const constants = contract.limits.map((limit) => `${comment(limit)}export const ${declaration(limit)};\n`);
    return [{ name: 'limits.ts', content: header(contract, SOURCE_FILES.limits) + constants.join('\n') }];
  },
};

/** In which unit the constant of a limit is, how many of these its own unit has, and how its name says so. */
const CONVERSIONS: { readonly [Unit in Limit['unit']]?: { readonly unit: string; readonly times: number; readonly suffix: string } } = {
  ms: { unit: 'milliseconds', times: 1, suffix: '_MS' },
  s: { unit: 'milliseconds', times: 1_000, suffix: '_MS' },
  min: { unit: 'milliseconds', times: 60_000, suffix: '_MS' },
  h: { unit: 'milliseconds', times: 3_600_000, suffix: '_MS' },
  d: { unit: 'milliseconds', times: 86_400_000, suffix: '_MS' },
  KiB: { unit: 'bytes', times: 1024, suffix: '_BYTES' },
  MiB: { unit: 'bytes', times: 1024 ** 2, suffix: '_BYTES' },
};

function comment({ description, value, unit, clause, decision }: Limit): string {
  const given = [value].flat().join(', ');
  const origin = clause === undefined ? `Chosen: ${decision}.` : `Stated: ${clause}.`;
  const conversion = CONVERSIONS[unit];
  const kind = conversion ? `Unit: ${conversion.unit} (${given} ${unit}).` : `Unit: ${unit}.`;
  return `/**\n * ${description.replaceAll('*/', '* /')}\n *\n * ${kind} ${origin}\n */\n`;
}

function declaration({ name, value, unit }: Limit): string {
  const { times = 1, suffix = '' } = CONVERSIONS[unit] ?? {};
  const constant = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase() + suffix;
  if (typeof value === 'string')
    return unit === 'pattern' ? `${constant}: RegExp = ${new RegExp(value, 'u')}` : `${constant}: string = ${stringLiteral(value)}`;
  if (typeof value === 'number') return `${constant}: number = ${numeral(value * times)}`;
  return `${constant}: readonly number[] = [${value.map((number) => numeral(number * times)).join(', ')}]`;
}

/** Grouped by thousands where it has five digits or more, as people write it. */
function numeral(number: number): string {
  return number < 10_000 ? String(number) : number.toLocaleString('en-US').replaceAll(',', '_');
}
