/**
 * Returns the value of a key in a map. A missing one is made and inserted, as by `Map.prototype.getOrInsertComputed`, which
 * Node 20 lacks.
 *
 * @param make returns the value; never undefined
 */
export function getOrInsert<Key, Value>(
  map: { readonly get: (key: Key) => Value | undefined; readonly set: (key: Key, value: Value) => unknown },
  key: NoInfer<Key>,
  make: () => NoInfer<Value>,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  map.set(key, value);
  return value;
}
