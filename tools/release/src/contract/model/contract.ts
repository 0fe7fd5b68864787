/** The documents of the contract: `specs/<name>.yaml`. */
export const DOCUMENTS = ['openapi/admin', 'openapi/customer', 'asyncapi/events'] as const;

/** The documents in one piece, and the registers beside them. */
export const PARTS = [...DOCUMENTS, 'rules', 'problems', 'limits', 'examples', 'vectors'] as const;

export type Part = (typeof PARTS)[number];

/** What is not there in every version of the contract. */
export const OPTIONAL_PARTS: readonly Part[] = ['limits'];

/** A contract as it can be compared: the same facts in the same form, whether read from the sources or from the baseline. */
export interface Contract {
  /** Version of the specs package. */
  readonly version: string;
  readonly parts: ReadonlyMap<Part, unknown>;
}
