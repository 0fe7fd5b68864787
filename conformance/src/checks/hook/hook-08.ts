import { type Check, check } from '../../model/check.ts';
import { audiences } from '../../scenarios/webhooks/audiences.ts';
import { judgeRefusedChanges } from '../../scenarios/webhooks/refused-changes.ts';

/** Makes a Url that must be refused from one that is accepted. */
type OtherUrl = (https: string) => string;

/** Another scheme instead of `https:`. */
function withScheme(scheme: string): OtherUrl {
  return (https) => https.replace(/^https:/, scheme);
}

/** Always tried: what a target accepts that only refuses http, only searches for the text `https`, or accepts any URL. */
const likely: readonly OtherUrl[] = [
  ...['HTTP:', 'ftp:', 'wss:', '', 'httpss:'].map(withScheme),
  () => 'mailto:webhook@example.com',
  (https) => `http://${new URL(https).hostname}:443${new URL(https).pathname}`,
  (https) => `http://${new URL(https).host}/?next=${https}`,
];

/** Some of them are tried, chosen by the seed. */
const rare: readonly OtherUrl[] = [
  ...['hTtp:', 'ws:', 'file:', 'ssh:', 'xhttps:', 'https-x:', ' http:'].map(withScheme),
  (https) => https.replace(/^https:\/\//, '/'),
  (https) => `javascript:${https.replace(/^https:/, '')}`,
  () => 'data:application/json,%7B%7D',
  (https) => https.replace(/^https:/, 'http:').replace(/\/([^/]+)$/, '/https:/$1'),
];
const MOST_RARE = 3;

/** HOOK-08: only https is accepted in Url: any other scheme is refused, on POST and on PUT, and nothing changes. */
export const hook08: Check = check('HOOK-08', { isolation: 'shared', weight: 1 }, async (context) => {
  // http is tried for every audience.
  const plain = (await audiences(context)).map(() => withScheme('http:'));
  const urls = [...context.some([...plain, ...likely]), ...context.some(rare, context.upTo(MOST_RARE))];
  await judgeRefusedChanges(
    context,
    urls.map((of) => (url) => ({ Url: of(url) })),
  );
});
