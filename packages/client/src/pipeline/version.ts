/** The version segment of every path (VER-01). */
export const VERSION = 'v3';
