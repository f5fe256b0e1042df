import { type Route, route, wrapped } from '../../kit/http/index.ts';
import { PreviewEmailInput } from './mail.inputs.ts';
import { emailPreviewView, type EmailPreviews } from './preview-email.ts';

export function mailRoutes(previews: EmailPreviews): Route[] {
  return [
    route({
      tag: 'Notification subscriptions',
      extension: true,
      method: 'POST',
      path: '/api/notifications/email/preview',
      operationId: 'previewEmail',
      summary: 'Preview the mail of a subscription, or of texts that are not saved',
      description:
        'Sends and writes nothing, so an Idempotency-Key has no effect. With `eventId` the mail is about that event, otherwise about the sample of `eventType`. The homeowner of an event is named for keys with the scope presentations:read.',
      body: PreviewEmailInput,
      isRead: true,
      responses: { 200: wrapped('preview', emailPreviewView, 'The mail.') },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, body }) => ({
        body: { preview: emailPreviewView.write(await previews.preview(scope, body)) },
      }),
    }),
  ];
}
