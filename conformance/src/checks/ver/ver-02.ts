import fc from 'fast-check';
import { header } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { Call } from '../../model/exchange.ts';

/** VER-02: an unknown version or path answers 404; a known path with another method 405 with Allow. */
export const ver02: Check = check('VER-02', { isolation: 'shared', weight: 1 }, async (context) => {
  const api = await context.api();
  const { version } = context.target.service;
  const list = api.call('listAzienda');
  const at = (path: string): Call => ({ ...list, url: list.url.replace(`/api/${version}/config/Azienda`, path) });
  const absent = fc.constantFrom(
    '/api/v0/config/Azienda',
    '/api/v99/config/Azienda',
    '/api/config/Azienda',
    `/api/${version}/config/Nessuno`,
    `/api/${version}`,
    '/',
  );
  await context.forAll(absent, 6, async (path) => {
    const answer = await context.sendJudged(at(path), '404');
    context.judge(answer.status === 404, {
      message: `${path} is no path of the interface.`,
      expected: '404',
      actual: String(answer.status),
    });
  });
  const allowed = { listAzienda: 'GET', listArticolo: 'GET', createWebhook: 'POST' } as const;
  const other = fc.record({
    operation: fc.constantFrom('listAzienda', 'listArticolo', 'createWebhook'),
    method: fc.constantFrom('PATCH', 'DELETE'),
  });
  await context.forAll(other, 6, async ({ operation, method }) => {
    const known = operation as keyof typeof allowed;
    const answer = await context.sendJudged({ ...api.call(known), method }, '405 with Allow');
    const allow = (header(answer, 'Allow') ?? '').split(',').map((one) => one.trim().toUpperCase());
    context.judge(answer.status === 405 && allow.includes(allowed[known]), {
      message: `${method} on the path of ${operation} must be refused, with the methods that it takes.`,
      expected: `405 with Allow: ${allowed[known]}`,
      actual: `${answer.status} with Allow: ${allow.join(', ') || 'none'}`,
    });
  });
});
