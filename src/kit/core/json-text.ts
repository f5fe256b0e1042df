/** A value of an answer whose JSON text is written already. */
export class JsonText {
  /** @param hasLinks whether links in it are signed: they change while what they lead to stays */
  constructor(
    readonly text: string,
    readonly hasLinks = false,
  ) {}

  /** For writers other than `jsonOf`: right, but no faster than without the text. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The JSON text of a value. Texts are copied where they stand in lists and in objects without a prototype. */
export function jsonOf(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`;
  if (!isPlain(value)) return JSON.stringify(value) ?? 'null';
  let text = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${jsonOf(member)}`;
  }
  return `${text}}`;
}

/** Whether a value is an object that has texts among its members. */
export function hasTexts(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((member) => member instanceof JsonText)
  );
}

/** Results of graphql-js have no prototype. A stored JSON object has one, and no text of ours within. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
}
