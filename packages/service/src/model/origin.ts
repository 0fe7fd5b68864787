/** Where a change comes from: our APIs, or the legacy desktop application (D-14). */
export type Origin = 'cloud' | 'desktop';
