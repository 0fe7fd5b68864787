import { judgeAlone } from './kill-matrix.ts';

judgeAlone('conc-tokens');
