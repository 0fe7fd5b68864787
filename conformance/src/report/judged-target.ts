import type { JudgedTarget } from '../model/result.ts';

/** The address that names the target. For a client, the command that starts it. */
export function addressOf(target: JudgedTarget): string {
  if (target.role === 'client') return target.command ?? 'a client in this process';
  return target.role === 'service' ? target.customerUrl : target.url;
}

/** The facts about the target of a result, with their names. */
export function targetFacts(target: JudgedTarget): readonly (readonly [name: string, value: string])[] {
  if (target.role === 'client')
    return [
      ['Client', addressOf(target)],
      ['Header word', target.headerWord],
    ];
  if (target.role === 'receiver')
    return [
      ['Receiver', target.url],
      ['Tolerance, header word', `${target.toleranceSeconds} s, ${target.headerWord}`],
    ];
  return [
    ['Admin API', target.adminUrl],
    ['Customer API', target.customerUrl],
    ['Version, header word', `${target.version}, ${target.headerWord}`],
  ];
}
