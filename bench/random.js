/** Random numbers that one seed repeats; each below `most` when that is given. */
export function seededRandom(seed) {
  // Mulberry32: 4 billion numbers before it repeats itself.
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most) => Math.floor(random() * most);
  return {
    random,
    below,
    pick: (items) => items[below(items.length)],
    /** The same items in another order. */
    shuffled: (items) =>
      items
        .map((item) => ({ item, key: random() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  };
}
