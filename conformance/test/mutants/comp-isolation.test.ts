import { judgeAlone } from './kill-matrix.ts';

judgeAlone('comp-isolation');
