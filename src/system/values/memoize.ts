export const memoize = <Key extends object, Value>(
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
