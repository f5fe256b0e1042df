import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../../kit/graphql/index.ts';
import { PreviewEmailInput } from './mail.inputs.ts';
import { EmailPreview, type EmailPreviews } from './preview-email.ts';

/** What a preview costs in objects: it fills and prints a document. */
const price = 50;

@Resolver()
export class MailResolver {
  constructor(private readonly previews: EmailPreviews) {}

  @Query(() => EmailPreview, {
    complexity: price,
    description: 'The mail that a subscription would send about an event or a sample. Sends and writes nothing.',
  })
  async previewEmail(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => PreviewEmailInput, { description: 'The subscription or texts, and the event or type.' })
    input: PreviewEmailInput,
  ): Promise<EmailPreview> {
    return this.previews.preview(context.scope, input);
  }
}
