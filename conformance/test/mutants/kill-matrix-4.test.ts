import { judgePart } from './kill-matrix.ts';

judgePart(4);
