import { Input, InputObject, text } from '../../kit/input/index.ts';

/** Most bytes of a file in base64: the body of a GraphQL request has 1 MiB. */
const mostBase64Bytes = 750_000;

@InputObject('An image to store.')
export class UploadImageInput {
  @Input(
    text({
      max: (mostBase64Bytes / 3) * 4,
      format: 'base64',
      description:
        'The file in base64, of at most 750,000 bytes: PNG, JPEG, WebP, AVIF or GIF. REST takes larger ones as they are.',
    }),
  )
  data!: string;
}
