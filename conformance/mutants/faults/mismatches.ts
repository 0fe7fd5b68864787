import { type Answer, bodyOf } from '../peer/message.ts';

export const isMismatch = (answer: Answer): boolean => bodyOf(answer).code === 'idempotency-mismatch';
