import { judgeTogether } from './kill-matrix.ts';

judgeTogether(6);
