import { judgeAlone } from './kill-matrix.ts';

judgeAlone('hdr');
