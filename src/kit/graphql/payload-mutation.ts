import { type ClassType, Field, Mutation, ObjectType } from 'type-graphql';
import { componentName } from '../core/index.ts';

/** What a mutation gives: the type and the description of each member of its payload. */
export type PayloadMembers = Readonly<
  Record<string, readonly [type: () => PayloadType, description: string, nullable?: 'nullable']>
>;

type PayloadType = ClassType | readonly [ClassType] | object | typeof Boolean;

interface PayloadOptions {
  readonly description: string;
  readonly complexity?: number | ((options: { args: Record<string, unknown>; childComplexity: number }) => number);
}

/**
 * Declares a mutation whose result is an object type of its own, named after it: `CreateDeckPayload`. So a result can
 * grow without breaking a client. A payload costs nothing but what is selected of its members.
 *
 * A method with one member returns the value of that member; one with several returns an object of them.
 */
export function PayloadMutation(members: PayloadMembers, { description, complexity }: PayloadOptions): MethodDecorator {
  return (target, key, descriptor) => {
    const name = String(key);
    const Payload = payloadType(name, members);
    const [only, ...others] = Object.keys(members);
    const method: unknown = descriptor.value;
    if (only === undefined || typeof method !== 'function') throw new Error(`${name} is no mutation with a result.`);
    const wrapped =
      others.length > 0
        ? method
        : async function (this: unknown, ...args: unknown[]): Promise<Record<string, unknown>> {
            return { [only]: (await Reflect.apply(method, this, args)) as unknown };
          };
    Object.assign(descriptor, { value: wrapped });
    Mutation(() => Payload, { description, ...(complexity === undefined ? {} : { complexity }) })(
      target,
      key,
      descriptor,
    );
  };
}

function payloadType(mutation: string, members: PayloadMembers): ClassType {
  const name = `${componentName(mutation)}Payload`;
  const Payload = { [name]: class {} }[name] as ClassType;
  ObjectType(name, { simpleResolvers: true, description: `The result of ${mutation}.` })(Payload);
  for (const [member, [type, description, nullable]] of Object.entries(members)) {
    Field(type, {
      description,
      nullable: nullable !== undefined,
      complexity: ({ childComplexity }) => childComplexity,
    })(Payload.prototype as object, member);
  }
  return Payload;
}
