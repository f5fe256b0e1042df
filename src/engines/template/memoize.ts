/**
 * Makes a value once for each input, such as the formats of a locale, which `Intl` takes long to make. Clients choose the
 * inputs, so no more than `most` values are kept: then it begins anew.
 *
 * @param make its error is thrown, and nothing is kept. Inputs of equal JSON are the same input
 */
export function memoize<Input extends string | object, Made>(
  make: (input: Input) => Made,
  most = 50,
): (input: Input) => Made {
  const made = new Map<string, Made>();
  return (input) => {
    const key = JSON.stringify(input);
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(input);
    if (made.size >= most) made.clear();
    made.set(key, fresh);
    return fresh;
  };
}
