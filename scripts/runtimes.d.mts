/** The path of the Bun for this machine, fetched if it is missing; undefined if it cannot be fetched, or does not exist. */
export const fetchedBun: () => string | undefined;
