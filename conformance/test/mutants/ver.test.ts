import { judgeAlone } from './kill-matrix.ts';

judgeAlone('ver');
