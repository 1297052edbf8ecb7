type NumberArray = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** Returns the array, or a larger copy if it has less than the number of elements. */
export function grown<T extends NumberArray>(array: T, length: number): T {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(length, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}
