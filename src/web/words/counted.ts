/** A number with its noun, such as `1 deck` and `2 decks`. */
export const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;
