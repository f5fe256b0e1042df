import { ArgsType, type ClassType, Extensions, Field, Int, ObjectType } from 'type-graphql';
import { type FieldPrice, pageOf } from '../core/index.ts';
import {
  type CountedPage,
  deepPageSize,
  defaultPageSize,
  innerPageSize,
  maxListed,
  maxPageSize,
  mostCounted,
  type PageRequest,
} from '../data/index.ts';
import { isCounted } from './count-price.ts';
import { holdsRows } from './requested-columns.ts';

/** Paging arguments. @param size how many items a page has by default */
function pageArgs(size: number): new () => { first?: number | null; after?: string | null } {
  @ArgsType()
  class Paging {
    @Field(() => Int, {
      nullable: true,
      description: `Number of items, 1 to ${maxPageSize}; default ${size}. A page of large items may have fewer: only hasNextPage shows whether there are more.`,
    })
    first?: number | null;

    @Field(() => String, {
      nullable: true,
      description: 'The endCursor of the previous page; null for the first page.',
    })
    after?: string | null;
  }
  return Paging;
}

/** The paging arguments of every connection. */
@ArgsType()
export class PageArgs extends pageArgs(defaultPageSize) {}

/** The paging arguments of a connection within each item of a list. */
@ArgsType()
export class InnerPageArgs extends pageArgs(innerPageSize) {}

/** The page that such arguments request. */
export function innerPage({ first, after }: InnerPageArgs): PageRequest {
  return { first: first ?? innerPageSize, after };
}

/** The paging arguments of a connection of a presentation. */
@ArgsType()
export class DeepPageArgs extends pageArgs(deepPageSize) {}

/** The page that such arguments request. */
export function deepPage({ first, after }: DeepPageArgs): PageRequest {
  return { first: first ?? deepPageSize, after };
}

/** The price of a field with `DeepPageArgs`. @param each what one item costs beside its selected fields */
export function deepPagePrice(each = 0): FieldPrice {
  return pageOf({ usual: deepPageSize, most: maxPageSize, each });
}

/** The price of a field with `InnerPageArgs`. */
export const innerPagePrice = pageOf({ usual: innerPageSize, most: maxPageSize });

/** The arguments of a list without pages. */
@ArgsType()
export class ListArgs {
  @Field(() => Int, { nullable: true, description: `Number of items, 1 to ${maxListed}; default ${maxListed}.` })
  first?: number | null;
}

/** The price of a field with `ListArgs`. @param usual the usual number of items, for requests without `first` */
export function listPrice(usual: number): FieldPrice {
  return pageOf({ usual, most: maxListed, each: 1, work: 0 });
}

@ObjectType({ simpleResolvers: true, description: 'The position of a page in its list.' })
class PageInfo {
  @Field(() => Boolean, { description: 'Whether items follow this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether the page was read with after.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the first item; null on an empty page.' })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The cursor of the last item, for after; null on an empty page.',
  })
  endCursor!: string | null;
}

/** Computes cursors where they are requested. */
class ReadPageInfo implements PageInfo {
  readonly #edges: Connection<unknown>['edges'];

  constructor(
    edges: Connection<unknown>['edges'],
    readonly hasNextPage: boolean,
    readonly hasPreviousPage: boolean,
  ) {
    this.#edges = edges;
  }

  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? null;
  }

  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null;
  }
}

/** A page in the form of the Relay cursor specification, with its nodes beside the edges. */
export interface Connection<T> {
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly nodes: readonly T[];
  readonly pageInfo: PageInfo;
  /** GraphQL calls it where it is requested. */
  readonly totalCount: () => Promise<number>;
}

/** Makes the connection type of a node: `DeckConnection` with its `DeckEdge`. */
export function connectionType<T extends object>(node: ClassType<T>, name: string): ClassType<Connection<T>> {
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `${name} in a page, with its cursor.` })
  class NodeEdge {
    @Field(() => String, { description: 'Pass it as after to read the items that follow this one.' })
    cursor!: string;

    @Extensions(holdsRows)
    @Field(() => node, { description: 'The item.' })
    node!: T;
  }

  @ObjectType(`${name}Connection`, { simpleResolvers: true, description: `A page of items of type ${name}.` })
  class NodeConnection implements Connection<T> {
    @Extensions(holdsRows)
    @Field(() => [NodeEdge], { complexity: 1, description: 'The items with their cursors.' })
    edges!: NodeEdge[];

    @Extensions(holdsRows)
    @Field(() => [node], { complexity: 1, description: 'The items alone.' })
    nodes!: T[];

    @Field(() => PageInfo, { complexity: 0, description: 'Whether and where the list continues.' })
    pageInfo!: PageInfo;

    @Extensions(isCounted)
    @Field(() => Int, {
      complexity: 0,
      description: `The number of items on all pages, counted where it is requested. ${mostCounted} stands for that many or more.`,
    })
    totalCount!: () => Promise<number>;
  }
  return NodeConnection;
}

/** Gives a page of the database as a connection. */
export function toConnection<T>({ edges, hasNextPage, countAll }: CountedPage<T>, { after }: PageArgs): Connection<T> {
  let count: Promise<number> | undefined;
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: new ReadPageInfo(edges, hasNextPage, after !== undefined && after !== null),
    totalCount: () => (count ??= countAll()),
  };
}
