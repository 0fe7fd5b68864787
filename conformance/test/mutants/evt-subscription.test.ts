import { judgeAlone } from './kill-matrix.ts';

judgeAlone('evt-subscription');
