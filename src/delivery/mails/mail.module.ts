import { needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { MailResolver } from './mail.resolver.ts';
import { mailRoutes } from './mail.routes.ts';
import type { EmailPreviews } from './preview-email.ts';

interface Dependencies {
  readonly emailPreviews: EmailPreviews;
}

/** What mails say, and previews of it. */
export const mailModule: Module<Dependencies> = {
  operations: {
    previewEmail: needs(['notifications:read', 'events:read'], 'Query.previewEmail'),
  },
  resolvers: [MailResolver],
  instances: ({ emailPreviews }) => [new MailResolver(emailPreviews)],
  routes: ({ emailPreviews }) => mailRoutes(emailPreviews),
};
