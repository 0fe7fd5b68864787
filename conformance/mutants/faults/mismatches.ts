import { type Answered, bodyOf } from '../peer/message.ts';

export const isMismatch = (answer: Answered): boolean => bodyOf(answer).code === 'idempotency-mismatch';
