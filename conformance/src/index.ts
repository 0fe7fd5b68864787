export { type Override, parseTarget } from './config/parse.ts';
export { type ClientSettings, parseClientTarget } from './config/parse-client-target.ts';
export { parseReceiverTarget, type ReceiverSettings } from './config/parse-receiver-target.ts';
export type { Baseline, KnownFailure } from './model/baseline.ts';
export type { OwnCheck } from './model/check.ts';
export type { CheckContext } from './model/check-context.ts';
export type { Cleanup, Left } from './model/cleanup.ts';
export type { ClientEnvironment, ClientFunction, ClientTarget, ClientVariable } from './model/client-context.ts';
export type { Strictness } from './model/conclusion.ts';
export { ConfigurationError } from './model/configuration-error.ts';
export type { EffectsSource, ReceiverTarget } from './model/receiver-context.ts';
export type {
  Budget,
  Conclusion,
  ConformanceResult,
  JudgedClient,
  JudgedReceiver,
  JudgedService,
  JudgedTarget,
  Profile,
  RuleFailure,
  RuleResult,
  Verdict,
} from './model/result.ts';
export type { Replay, RequestSent, RuleJudged, RuleStarted, RunEvent, RunFinished, RunOptions, RunStarted } from './model/run-options.ts';
export type { Body, Company, ReceiverConfig, Surface, Target } from './model/target.ts';
export type { Outcome } from './model/verdict.ts';
export { runClientConformance, runConformance, runReceiverConformance } from './suite/run-conformance.ts';
