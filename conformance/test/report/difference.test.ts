import { describe, expect, test } from 'vitest';
import { difference } from '../../src/report/difference.ts';

describe('the difference between what was expected and what came', () => {
  test('of two JSON objects is the members that differ, whatever their order', () => {
    expect(difference('{"id":10,"nome":"a","rows":[1,2]}', '{"rows":[1,3],"nome":"a","id":18}')).toBe(
      ['  {', '-   "id": 10,', '+   "id": 18,', '    "nome": "a",', '      1,', '-     2', '+     3', '    ]'].join('\n'),
    );
  });

  test('of two texts is the words that differ, in brackets', () => {
    const [expected, came] = ['description one under token 17, as it was', 'description two under token 17, as it was'];
    expect(difference(expected, came)).toBe('- description [one] under token 17, as it was\n+ description [two] under token 17, as it was');
  });

  test.for([
    ['201', '409'],
    ['the whole object as it was before', '{"id":1}'],
    ['the same', 'the same'],
  ])('is not shown where it tells nothing: %s and %s', ([expected = '', came = '']) => {
    expect(difference(expected, came)).toBeUndefined();
  });
});
