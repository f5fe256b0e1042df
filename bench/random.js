/** Random numbers that one seed repeats; each below `most` when that is given. */
export function seededRandom(seed) {
  let state = seed % 2_147_483_648;
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
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
