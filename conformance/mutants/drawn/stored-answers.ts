import { effects } from '../../src/generated/resources.ts';
import { isKey, KEY_HEADER, onReplay } from '../faults/keys.ts';
import { headerOf, without } from '../peer/message.ts';
import { only, type Template } from './template.ts';

/** More than a row holds in some stores. */
const LONG = 32_768;

/** Does not store long answers under their key. */
const longForgotten: Template['fault'] = (operation) => () => {
  const forgotten = new Set<string>();
  return only(operation, async (request, forward) => {
    const key = headerOf(request, KEY_HEADER);
    if (!isKey(key)) return await forward(request);
    if (forgotten.has(key)) return await forward(without(request, KEY_HEADER));
    const answer = await forward(request);
    if (answer.body.length > LONG) forgotten.add(key);
    return answer;
  });
};

/** Faults in how answers are stored. */
export const storedAnswers: readonly Template[] = [
  {
    rule: 'IDEM-03',
    name: 'a-long-answer-is-not-kept',
    applies: ({ id, acceptsKey }) => acceptsKey && effects[id]?.resource === 'Documento',
    fault: longForgotten,
  },
  {
    rule: 'IDEM-03',
    name: 'answers-are-kept-in-one-byte-a-letter',
    // The answers of these operations contain no name that the suite chose.
    applies: ({ id, acceptsKey }) => acceptsKey && !/^(redeliver|export)/.test(id),
    fault: (operation) => () =>
      only(operation, onReplay((answer) => ({ ...answer, body: answer.body.replaceAll(/[\u0100-\u{10ffff}]/gu, '?') }))()),
  },
];
