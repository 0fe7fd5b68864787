import { proofs } from '../mutants/proofs.ts';

/** The content of `src/cli/ledger/mutants.json`: each faulty target with the rules that it breaks, one on each line. */
export function recordedMutants(): string {
  const rows = proofs.map(({ id, mustBreak }) => `  ${JSON.stringify({ id, mustBreak }).replaceAll(/[,:](?=["[])/g, '$& ')}`);
  return `[\n${rows.map((row) => row.replaceAll(/[{}]/g, (brace) => (brace === '{' ? '{ ' : ' }'))).join(',\n')}\n]\n`;
}
