import { judgeAlone } from './kill-matrix.ts';

judgeAlone('hook-life');
