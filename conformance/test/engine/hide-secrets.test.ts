import { expect, test } from 'vitest';
import { hider } from '../../src/engine/hide-secrets.ts';

const hide = hider([{ value: 'Open-Sesame-0815', placeholder: '<PASSWORD>' }]);

test.for([
  ['plain', 'it is Open-Sesame-0815 here', 'it is <PASSWORD> here'],
  ['in another case', 'it is OPEN-sesame-0815 here', 'it is <PASSWORD> here'],
  // In lower case they are longer: whatever stands behind them moves.
  ['behind letters that grow', 'İİİ it is Open-Sesame-0815 here', 'İİİ it is <PASSWORD> here'],
] as const)('hides a secret where it stands: %s', ([, text, shown]) => {
  expect(hide(text)).toBe(shown);
});

test('hides a secret that is made of ordinary words alone', () => {
  const hideWord = hider([{ value: 'password', placeholder: '<PASSWORD>' }]);
  expect(hideWord('it is password here')).toBe('it is <PASSWORD> here');
});
