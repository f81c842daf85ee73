/** Values that are derived from an object once and live as long as it. */

/** Gives `make(object)`, the same for the same object as long as that lives. */
export const perObject = <Key extends object, Value>(
  make: (object: Key) => Value,
): ((object: Key) => Value) => {
  const known = new WeakMap<Key, Value>();
  return (object) => {
    const present = known.get(object);
    if (present !== undefined) return present;
    const made = make(object);
    known.set(object, made);
    return made;
  };
};
