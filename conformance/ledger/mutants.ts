import { proofs } from '../mutants/proofs.ts';

/** Every faulty service with the rules that it breaks, as `src/cli/ledger/mutants.json` holds them: one to a line. */
export function recordedMutants(): string {
  const rows = proofs.map(({ id, mustBreak }) => `  ${JSON.stringify({ id, mustBreak }).replaceAll(/[,:](?=["[])/g, '$& ')}`);
  return `[\n${rows.map((row) => row.replaceAll(/[{}]/g, (brace) => (brace === '{' ? '{ ' : ' }'))).join(',\n')}\n]\n`;
}
