import { judgeTogether } from './kill-matrix.ts';

judgeTogether(2);
