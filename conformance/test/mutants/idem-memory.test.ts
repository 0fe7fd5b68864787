import { judgeAlone } from './kill-matrix.ts';

judgeAlone('idem-memory');
