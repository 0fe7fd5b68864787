import { judgeAlone } from './kill-matrix.ts';

judgeAlone('auth');
