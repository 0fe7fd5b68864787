import { describe, expect, test } from 'vitest';
import { hider } from '../../src/engine/hide-secrets.ts';

const hide = hider([{ value: 'Open-Sesame-0815', placeholder: '<PASSWORD>' }]);

test.for([
  ['plain', 'it is Open-Sesame-0815 here', 'it is <PASSWORD> here'],
  ['in another case', 'it is OPEN-sesame-0815 here', 'it is <PASSWORD> here'],
  // These characters become longer in lower case, which shifts the text behind them.
  ['behind letters that grow', 'İİİ it is Open-Sesame-0815 here', 'İİİ it is <PASSWORD> here'],
] as const)('hides a secret where it stands: %s', ([, text, shown]) => {
  expect(hide(text)).toBe(shown);
});

describe.for(['secret', 'the secret', 'my-secret', 'webhook'])('where the password is %j', (value) => {
  const secrets = [{ value, placeholder: '<PASSWORD>' }];

  test.for([
    'createWebhook must answer its secret the first time, and never again.',
    'It is signed with the secret of another webhook and the body.',
    'a webhook whose secret, a text, is not "shown"',
    'a secret that is null: "secret": null',
    'a webhook that is null: "webhook": null',
    'set surface.webhookGet; POST /config/webhook answered 501',
  ])('a sentence of ours stays as it is: %s', (sentence) => {
    expect(hider(secrets)(sentence)).toBe(sentence);
  });

  test.for([
    ['a member', `{"note":"${value}","a":1}`, '{"note":"<PASSWORD>","a":1}'],
    ['a member in quoted JSON', JSON.stringify(`{"note":"${value}"}`), JSON.stringify('{"note":"<PASSWORD>"}')],
    ['a header', value, '<PASSWORD>'],
    ['a quotation', `the secret must not be "${value}"`, 'the secret must not be "<PASSWORD>"'],
  ] as const)('as a whole value it is hidden: %s', ([, text, shown]) => {
    expect(hider(secrets)(text)).toBe(shown);
  });

  test('members keep their names, and those that are secret hide their values', () => {
    expect(hider(secrets)('{"secret":"whsec_1","webhook":1}')).toBe('{"secret":"<REDACTED>","webhook":1}');
  });
});

test('a parameter is a whole value', () => {
  const hideWord = hider([{ value: 'webhook', placeholder: '<PASSWORD>' }]);
  expect(hideWord('/config/webhook?key=webhook&a=1')).toBe('/config/webhook?key=<PASSWORD>&a=1');
});

test('a command names its options, files and variables, whatever word the password is', () => {
  const command = 'business-cloud-conformance receiver --config secret.yaml --secret "$' + '{SECRET}" --rule RCV-01';
  expect(hider([{ value: 'secret', placeholder: '<PASSWORD>' }])(command)).toBe(command);
});
