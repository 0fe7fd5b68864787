import { shortened } from '../documents/canonical.ts';
import { homeOf } from '../documents/home.ts';
import { memberOf } from '../documents/node.ts';
import type { Change } from '../model/change.ts';
import { type Contract, DOCUMENTS } from '../model/contract.ts';

const TEXT_CHARACTERS_MAX = 80;

/**
 * One line that names a change: `customer Anagrafica.nome.maxLength: maxLength was 80, is 100 (request-widened)`. It says where the change is
 * written, not where the comparison met it, so it stays the same while other parts of the contract change; what is changed once more has
 * another name.
 */
export function nameOf(change: Change, contract: Contract): string {
  const { part, text, kind } = change;
  const place = placeOf(change, contract.parts.get(DOCUMENTS.find((name) => name === part) ?? 'rules'));
  const where = [part.split('/').at(-1), place].filter(Boolean).join(' ');
  return `${where}: ${shortened(text, TEXT_CHARACTERS_MAX)} (${kind})`;
}

function placeOf({ part, path, subject }: Change, document: unknown): string {
  // Rows of registers are counted through, and the subject names them.
  if (!DOCUMENTS.some((name) => name === part)) return [subject, ...path.slice(1)].filter(Boolean).join('.');
  const [section = '', kind = '', ...inside] = homeOf(document, path);
  if (section === 'components') return said(kind === 'schemas' ? inside : [kind, ...inside]);
  if (section === 'channels' && inside[0] === 'messages') return said(inside.slice(1));
  const [method = '', ...rest] = inside;
  const id = memberOf(memberOf(memberOf(memberOf(document, section), kind), method), 'operationId');
  if (section === 'paths' && typeof id === 'string') return said([id, ...rest]);
  return said([section, kind, ...inside]);
}

/** Members by their names alone, and entries of lists by nothing that moves when another entry comes. */
function said(keys: readonly string[]): string {
  const kept: string[] = [];
  for (const [index, key] of keys.entries()) {
    const isEntry = /^\d+$/.test(keys[index + 1] ?? '');
    if (key === 'properties' || (['allOf', 'required', 'traits'].includes(key) && isEntry)) continue;
    if (/^\d+$/.test(key) && ['allOf', 'required', 'traits', 'oneOf', 'anyOf', 'servers', 'parameters'].includes(keys[index - 1] ?? ''))
      continue;
    kept.push(key);
  }
  return kept.filter(Boolean).join('.');
}
