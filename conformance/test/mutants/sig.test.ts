import { judgeAlone } from './kill-matrix.ts';

judgeAlone('sig');
