/** Returns what `make` makes, which is called once, when it is first needed. */
export const madeOnce = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
};
