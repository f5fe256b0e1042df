import { InputType } from 'type-graphql';
import { described, Input, type InputClass, type Presence, type Rule } from '../../input/index.ts';
import {
  type Attribute,
  type Attributes,
  descriptionOf,
  isOptionalInTranslation,
  type NamesWith,
  type TranslatedNames,
  type TranslationShape,
  type ValueOf,
} from './attribute.ts';

type Cleared = { nullable: true } | { empty: unknown };

/** Attributes of a new noun as its client gives them; also the type of a structure. */
export type CreationOf<Set extends Attributes, Optional = NamesWith<Set, Cleared | { assigned: true }>> = {
  [Name in Exclude<keyof Set, Optional>]: ValueOf<Set[Name]>;
} & { [Name in keyof Set & Optional]?: ValueOf<Set[Name]> | null };

/** Changes to the attributes of a noun. Null clears an attribute that may be null or empty. */
export type UpdateOf<Set extends Attributes, Fixed = NamesWith<Set, { fixed: true }>> = {
  [Name in Exclude<keyof Set, Fixed>]?: ValueOf<Set[Name]> | (Set[Name] extends Cleared ? null : never);
};

type WordsOf<One> = One extends { translated: TranslationShape<infer Words> } ? Words : ValueOf<One>;

/**
 * The translated texts of a noun in one other language. What a new noun may lack, its translation may lack too: that
 * text stays in the language of the noun.
 */
export type TranslationOf<Set extends Attributes, Optional = NamesWith<Set, Cleared | { default: unknown }>> = {
  [Name in Exclude<TranslatedNames<Set>, Optional>]: WordsOf<Set[Name]>;
} & { [Name in keyof Set & TranslatedNames<Set> & Optional]?: WordsOf<Set[Name]> | null };

/** The base class of the input of a new noun or structure. */
export function createOf<Set extends Attributes>(set: Set): InputClass<CreationOf<Set>> {
  return inputClass(set, (one) => [ruleOf(one), presenceInNew(one)]) as InputClass<CreationOf<Set>>;
}

/** The base class of the input that changes a noun: all but the fixed attributes, none of them required. */
export function updateOf<Set extends Attributes>(set: Set): InputClass<UpdateOf<Set>> {
  return inputClass(set, (one) => {
    const { nullable, empty, fixed, rest } = one;
    if (fixed) return null;
    const presence = nullable || empty !== undefined ? 'optional' : 'kept';
    return [ruleOf(one), { presence, ...(rest === undefined ? {} : { rest }) }];
  }) as InputClass<UpdateOf<Set>>;
}

export function translationOf<Set extends Attributes>(set: Set): InputClass<TranslationOf<Set>> {
  return inputClass(set, (one) => {
    const { translated } = one;
    if (translated === undefined) return null;
    const rule = translated === true ? ruleOf(one) : translated.rule;
    return [rule, isOptionalInTranslation(one) ? { presence: 'optional' } : {}];
  }) as InputClass<TranslationOf<Set>>;
}

/** TypeGraphQL takes over the fields of a parent that is an input type itself. @param declare null leaves one out */
function inputClass(set: Attributes, declare: (one: Attribute) => [Rule, Presence] | null): InputClass {
  class Attributed {}
  InputType()(Attributed);
  for (const [name, one] of Object.entries(set)) {
    const declared = declare(one);
    if (declared !== null) Input(...declared)(Attributed.prototype, name);
  }
  return Attributed;
}

function presenceInNew({ nullable, empty, assigned, default: fallback, rest }: Attribute): Presence {
  const isOptional = nullable || assigned || empty !== undefined;
  return {
    ...(isOptional ? { presence: 'optional' } : {}),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(rest === undefined ? {} : { rest }),
  };
}

function ruleOf(one: Attribute): Rule {
  const description = descriptionOf(one);
  return description === '' ? one.rule : described(one.rule, description);
}
