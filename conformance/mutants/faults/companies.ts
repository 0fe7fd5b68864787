import type { FaultContext } from '../mutant.ts';

export const inSecond = (company: string, { target }: FaultContext): boolean => company === target.companies[1]?.id;
