/** Gathers what comes close together, to be handled at once. */
export interface Gathering<Item> {
  /** Resolves or rejects with the handling of everything that was gathered with it. */
  add(item: Item): Promise<void>;
}

/** @param withinMs how long the first of them waits for the others, in milliseconds */
export function createGathering<Item>(handle: (items: readonly Item[]) => Promise<void>, withinMs: number): Gathering<Item> {
  let items: Item[] = [];
  let handled: Promise<void> | undefined;

  async function handleSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, withinMs));
    const gathered = items;
    items = [];
    handled = undefined;
    await handle(gathered);
  }

  return {
    add(item) {
      items.push(item);
      handled ??= handleSoon();
      return handled;
    },
  };
}
