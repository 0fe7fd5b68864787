/** Where an earlier run's failures stand, by rule: which property of the rule's check, and fast-check's path in it. */
export type Replay = ReadonlyMap<string, { readonly property: number; readonly path: string; readonly replayPath?: string }>;
