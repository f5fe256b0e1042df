import type { FieldPrice } from '../../core/index.ts';
import type { Rule } from '../../input/index.ts';
import type { Field } from './view.ts';

/** The shape of a translation that is no value of the attribute itself, such as the words of a structure. */
export interface TranslationShape<Words = unknown> {
  /** The rule of a translation that a client sends. */
  readonly rule: Rule<Words>;
  /** A translation in REST answers. */
  readonly view: Field;
  /** Its GraphQL type in answers, where that is not the type of the rule. */
  readonly graphql?: () => Function | object;
}

/** How words are taken from a value and put into it. Of a text, or a list of texts, all is words. */
export interface Wording<Value = unknown, Words = unknown> {
  /** The words to translate; null without any. */
  wordsOf(value: Value | null): Words | null;
  /** What the staleness of a translation is computed from. */
  sourceOf(value: Value | null): unknown;
  withWords(value: Value | null, words: Words | null | undefined): Value | null;
  /** JSON Pointers to the texts of the value that the words do not translate; an empty one is the value itself. */
  missingIn(value: Value | null, words: Words | null | undefined): Iterable<string>;
  /** Translated words after an edit of the value that they belong to. */
  moveWords(words: Words | null | undefined, before: Value | null, after: Value | null): Words | null | undefined;
}

/** How an attribute is shown where that differs from how it is given. */
interface Output {
  /** GraphQL type, in TypeGraphQL's notation. */
  readonly graphql?: () => Function | object;
  /** The REST field. */
  readonly view?: Field;
  /** In place of the description of the rule. */
  readonly description?: string;
  /** The price of the GraphQL field. */
  readonly complexity?: FieldPrice | number;
  /** Which of its links name files of this server: those are signed in answers. */
  readonly isSigned?: (link: string) => boolean;
}

/** How an attribute behaves in a copy for a homeowner. */
interface CopyOptions {
  readonly description?: string;
  /** Whether a difference between original and copy is reported; by default it is. */
  readonly drifts?: false;
}

/** Everything about an attribute beside its rule. Without options it is required, and shown, stored and copied as it is. */
export interface AttributeOptions<Value> {
  /** It may be null: a new noun may lack it, and null clears it. */
  readonly nullable?: true;
  /** Its value where none is given, and after null: a list or an object without elements. */
  readonly empty?: Value & ([] | Record<string, never>);
  /** Its value in a new noun where none is given. Null keeps the value of an existing one. */
  readonly default?: Value & (string | number | boolean);
  /** The use case gives it a value where the client gives none. */
  readonly assigned?: true;
  /** It cannot change. */
  readonly fixed?: true;
  /** The documented REST name where it differs. */
  readonly rest?: string;
  readonly output?: Output;
  readonly personalised?: true;
  /** Its texts may be translated, and contain placeholders. */
  readonly translated?: true | TranslationShape;
  /** The guest of a link sees it in the copy. What is not marked, no guest sees. */
  readonly guestsSee?: true;
  /** Homeowners do not see it, so that a translation is complete without it. */
  readonly hidden?: true;
  /** How its words are found where only a part of it is words. */
  readonly wording?: Wording<Value>;
  /** It is the text that is spoken: a recording is stale after it changed. */
  readonly narrated?: true;
  /** Whether, and how, a copy for a homeowner has it. */
  readonly copied?: false | CopyOptions;
}

/** One attribute of a noun. Its column, both APIs, both inputs, its translation and its copy are made from this. */
export type Attribute<Value = unknown, Options = AttributeOptions<Value>> = Options & { readonly rule: Rule<Value> };

/** The attributes of a noun or structure, by name. */
export type Attributes = Readonly<Record<string, Attribute>>;

/** Declares one attribute. @param rule what a client may send */
export function attribute<Value, Options extends AttributeOptions<Value> = object>(
  rule: Rule<Value>,
  options?: Options,
): Attribute<Value, Options> {
  return { ...options, rule } as Attribute<Value, Options>;
}

/** Lists attributes. The compiler keeps the type of each, from which the types of rows and inputs are made. */
export function attributes<Set extends Attributes>(set: Set): Set {
  return set;
}

export type ValueOf<One> = One extends { readonly rule: Rule<infer Value> } ? Value : never;

/** Names of the attributes that are declared with given options. */
export type NamesWith<Set, Options> = { [Name in keyof Set]: Set[Name] extends Options ? Name : never }[keyof Set];

/** Names of the attributes whose texts may be translated. */
export type TranslatedNames<Set> = NamesWith<Set, { translated: unknown }>;

/** Names of the attributes whose texts are filled in for a homeowner. */
export type PersonalisedNames<Set> = NamesWith<Set, { translated: unknown } | { personalised: true }>;

export function descriptionOf(one: Attribute): string {
  const { description = '' } = one.rule.schema('graphql') as { description?: string };
  return isPersonalised(one) ? `${description} May contain placeholders.`.trimStart() : description;
}

/** Names of the attributes that meet a condition, in the order of their declaration. */
export function attributeNames<Set extends Attributes>(
  set: Set,
  isMeant: (attribute: Attribute) => boolean,
): (keyof Set & string)[] {
  return Object.keys(set).filter((name) => isMeant(set[name] as Attribute));
}

/** Whether the attribute is what is spoken of its noun. */
export function isNarrated({ narrated }: Attribute): boolean {
  return narrated === true;
}

export function isTranslated({ translated }: Attribute): boolean {
  return translated !== undefined;
}

/** The empty value of an attribute, made anew for each row: rows are changed. */
export function newEmpty(empty: object): object {
  return Array.isArray(empty) ? [] : {};
}

/** Whether a translation may lack the attribute: it may wherever a new noun may. */
export function isOptionalInTranslation({ nullable, empty, default: fallback }: Attribute): boolean {
  return nullable === true || empty !== undefined || fallback !== undefined;
}

/** Whether an attribute has texts that are filled in for a homeowner. */
export function isPersonalised({ personalised, translated }: Attribute): boolean {
  return personalised === true || translated !== undefined;
}
