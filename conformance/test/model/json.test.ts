import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identifier, memberOf, parseJson, sameJson, writeJson } from '../../src/model/json.ts';

describe('JSON on the wire', () => {
  test('keeps every digit of an integer, through reading and writing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (value) => {
        expect(writeJson(parseJson(`{"token":${value}}`))).toBe(`{"token":${value}}`);
      }),
    );
  });

  test('reads what JSON.parse reads, and writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(writeJson(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test('takes an id for an integer only where it is written as one', () => {
    expect(['7', '9007199254740993', '007', '1.0', 'abc'].map(identifier)).toEqual([7, 9007199254740993n, '007', '1.0', 'abc']);
  });

  test('holds objects equal whatever the order of their members, and arrays only in order', () => {
    expect(sameJson(parseJson('{"a":1,"b":[1,2]}'), parseJson('{"b":[1,2],"a":1}'))).toBe(true);
    expect(sameJson(parseJson('[1,2]'), parseJson('[2,1]'))).toBe(false);
    expect(sameJson(parseJson('{"a":null}'), parseJson('{}'))).toBe(false);
    expect(sameJson(parseJson('9007199254740993'), parseJson('9007199254740992'))).toBe(false);
  });

  test('finds a member in either casing, the exact one first', () => {
    expect(memberOf({ EventGuid: 'a' }, 'eventGuid')).toBe('a');
    expect(memberOf({ ID: 1, id: 2 }, 'id')).toBe(2);
    expect(memberOf({ constructor: 1 }, 'toString')).toBeUndefined();
  });

  test.for([
    ['arrays', '[', ']'],
    ['objects', '{"a" : ', ' }'],
  ] as const)('is read and written again however deep it is: %s', ([, start, end]) => {
    const deep = (value: string): string => `{"id":1,"x":"]}","deep":${start.repeat(5_001)}${value}${end.repeat(5_001)}}`;
    const [one, same, other] = [deep('12345678901234567890'), deep(' 12345678901234567890 '), deep('"}"')].map(parseJson);
    expect(memberOf(one, 'x')).toBe(']}');
    expect(parseJson(writeJson(one ?? null))).toEqual(one);
    expect([sameJson(one, same), sameJson(one, other)]).toEqual([true, false]);
    expect(() => parseJson(`${deep('1')}}`)).toThrow(SyntaxError);
  });
});
