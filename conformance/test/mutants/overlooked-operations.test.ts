import { judgeAlone } from './kill-matrix.ts';

judgeAlone('overlooked-operations');
