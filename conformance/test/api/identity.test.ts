import { describe, expect, test } from 'vitest';
import { createdId, objectOf } from '../../src/api/identity.ts';
import type { Answer } from '../../src/model/exchange.ts';

function answer(body: unknown, location?: string): Answer {
  return {
    status: 201,
    rawHeaders: location === undefined ? [] : ['Location', location],
    body: body === undefined ? '' : JSON.stringify(body),
  };
}

describe('the object that an answer holds', () => {
  const nome = { id: 7, nome: 'x' };

  test('is the body, or the content of a wrapper, whatever else the body holds', () => {
    for (const body of [
      nome,
      { data: nome },
      { result: nome, id: null, messages: [] },
      { data: nome, meta: { page: 1 } },
      { a: { b: nome } },
      [nome],
    ])
      expect(objectOf(answer(body), 'id')).toEqual(nome);
  });

  test('is the only wrapped object if nothing has the member', () => {
    expect(objectOf(answer({ data: { nome: 'x' } }), 'id')).toEqual({ nome: 'x' });
    expect(objectOf(answer({ nome: 'x' }), 'id')).toEqual({ nome: 'x' });
  });

  test('is the body if its member is null', () => {
    expect(objectOf(answer({ secret: null, links: { self: '/' } }), 'secret')).toEqual({ secret: null, links: { self: '/' } });
  });
});

describe('the id of what was created', () => {
  test('is a member, named plainly or for the resource', () => {
    for (const body of [{ id: 7 }, { Id: '7' }, { anagraficaId: 7 }, { idAnagrafica: 7 }, { data: { anagraficaId: 7 } }])
      expect(createdId(answer(body), 'anagrafica')).toBe('7');
  });

  test('is the end of the Location if no member holds it, unescaped as far as possible', () => {
    expect(createdId(answer(undefined, 'http://host/api/v3/1/Anagrafica/a%2Fb?x=1'))).toBe('a/b');
    expect(createdId(answer({ codice: 'x' }, '/Anagrafica/100%'))).toBe('100%');
  });

  test('is a body that is nothing but an id', () => {
    expect(createdId(answer(7))).toBe('7');
    expect(createdId(answer('6f9619ff-8b86-d011-b42d-00cf4fc964ff'))).toBe('6f9619ff-8b86-d011-b42d-00cf4fc964ff');
    expect(createdId(answer('created'))).toBeUndefined();
  });
});
