export { ConfigurationError } from './config/configuration-error.ts';
export { type Override, parseTarget } from './config/parse.ts';
export type { Body, Company, ReceiverConfig, Surface, Target } from './config/target.ts';
export { type ConformanceResult, exitCode, type Profile, type RuleFailure, type RuleResult } from './run/result.ts';
export { type Budget, type RunOptions, runConformance } from './run/run-conformance.ts';
export type { Outcome } from './run/verdict.ts';
