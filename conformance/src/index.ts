export { ConfigurationError } from './config/configuration-error.ts';
export { type Override, parseTarget } from './config/parse.ts';
export type { Body, Company, ReceiverConfig, Surface, Target } from './config/target.ts';
export type { Baseline } from './run/baseline.ts';
export type { RequestSent, RuleJudged, RuleStarted, RunEvent, RunFinished, RunStarted } from './run/event.ts';
export { type Budget, type ConformanceResult, exitCode, type Profile, type RuleFailure, type RuleResult } from './run/result.ts';
export { type RunOptions, runConformance } from './run/run-conformance.ts';
export type { Replay } from './run/trial.ts';
export type { Outcome } from './run/verdict.ts';
