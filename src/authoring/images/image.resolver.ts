import { Arg, Args, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import {
  type Connection,
  connectionType,
  type GraphQLContext,
  innerPage,
  InnerPageArgs,
  innerPagePrice,
  NeedsColumns,
  PayloadMutation,
  RequestedColumns,
  toConnection,
} from '../../kit/graphql/index.ts';
import type { Columns, Part } from '../../kit/data/index.ts';
import { Deck } from '../decks/deck.entity.ts';
import { Image } from './image.entity.ts';
import { UploadImageInput } from './image.inputs.ts';
import { imagePages } from './image.reader.ts';
import { type ImageService } from './image.service.ts';

const ImageConnection = connectionType(Image, 'Image');

@Resolver()
export class ImageResolver {
  constructor(private readonly images: ImageService) {}

  @PayloadMutation(
    { image: [() => Image, 'The stored image.'] },
    {
      complexity: 500,
      description:
        'Stores an image for the slides of a deck: its url is for heroImg. The same image again is the one that the deck has.',
    },
  )
  async uploadImage(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
    @Arg('input', () => UploadImageInput, { description: 'The image.' }) { data }: UploadImageInput,
  ): Promise<Image> {
    const bytes = Buffer.from(data, 'base64');
    return this.images.upload(context.change(), deckId, { bytes, pointer: '/data' });
  }
}

@Resolver(() => Deck)
export class DeckImagesResolver {
  @NeedsColumns()
  @FieldResolver(() => ImageConnection, {
    complexity: innerPagePrice,
    description: 'The images that were uploaded to it, newest first.',
  })
  async images(
    @Ctx() context: GraphQLContext,
    @Root() { id }: Pick<Deck, 'id'>,
    @Args(() => InnerPageArgs) args: InnerPageArgs,
    @RequestedColumns() columns: Columns,
  ): Promise<Connection<Part<Image>>> {
    return toConnection(await context.load(imagePages, { of: id, page: innerPage(args) }, columns), args);
  }
}
