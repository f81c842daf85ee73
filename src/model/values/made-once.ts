/** Returns what `make` makes, which is called once, when it is first needed: a promise until it is there. */
export const madeOnce = <Value>(make: () => Promise<Value>): (() => Value | Promise<Value>) => {
  let made: Value | Promise<Value> | undefined;
  return () =>
    (made ??= make().then((value) => {
      made = value;
      return value;
    }));
};
