/** A part of the contract that a package does or does not carry. */
export type Area = 'api' | 'events' | 'rules' | 'problems' | 'limits' | 'examples' | 'vectors';

/** Whose side a package's users are on; see `consequences.ts`. */
export type Side = 'user' | 'implementer' | 'suite';

interface PackageView {
  readonly name: string;
  readonly carries: readonly Area[];
  readonly side: Side;
  readonly why: string;
}

/** What the users of each published package see of the contract, and from which side. */
export const PACKAGES = {
  specs: {
    name: '@business-cloud/specs',
    carries: ['api', 'events', 'rules', 'problems', 'limits', 'examples', 'vectors'],
    side: 'user',
    why: 'It is the contract; documents describe an API to those who call it.',
  },
  client: {
    name: '@business-cloud/client',
    carries: ['api', 'problems', 'limits'],
    side: 'user',
    why: 'Methods, types and validators of both APIs, and the problem codes.',
  },
  server: {
    name: '@business-cloud/server',
    carries: ['api', 'problems', 'limits'],
    side: 'implementer',
    why: 'Handlers, types and validators of both APIs, and the problem codes.',
  },
  events: {
    name: '@business-cloud/events',
    carries: ['events', 'limits', 'vectors'],
    side: 'user',
    why: 'Types and validators of the events, and their signatures.',
  },
  service: {
    name: '@business-cloud/service',
    carries: ['api', 'events', 'problems', 'limits'],
    side: 'user',
    why: 'Its users call it and receive its events.',
  },
  conformance: {
    name: '@business-cloud/conformance',
    carries: ['api', 'events', 'rules', 'problems', 'limits', 'vectors'],
    side: 'suite',
    why: 'It judges by all of it; what passed may fail, and rules are named on its command line.',
  },
} as const satisfies Record<string, PackageView>;

export type PackageKey = keyof typeof PACKAGES;

export const PACKAGE_KEYS = Object.keys(PACKAGES) as readonly PackageKey[];
