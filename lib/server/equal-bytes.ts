/** Whether two byte arrays are equal, in a time that depends only on their lengths (docs/security.md#a24). */
export function areEqualBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index++) difference |= (one[index] ?? 0) ^ (other[index] ?? 0);
  return difference === 0;
}
