import type { FunctionComponent } from 'preact';
import { lazy } from 'preact-iso';
import type { Scope } from './visitor.ts';

/** A screen of the console. Its script is loaded when it is first opened. */
interface Screen {
  /** Pattern of preact-iso below the origin. */
  readonly path: string;
  /** Without the scope the visitor sees neither the screen nor its link; null for all. */
  readonly scope: Scope | null;
  /** What the link in the navigation says; none for screens that others lead to. */
  readonly label?: string;
  readonly component: FunctionComponent;
}

/** The screens, in the order of the navigation. */
export const screens: readonly Screen[] = [
  {
    path: '/app/decks',
    scope: 'decks:read',
    label: 'Decks',
    component: lazy(() => import('./decks/decks.tsx').then(({ Decks }) => Decks)),
  },
  {
    path: '/app/decks/:deckId',
    scope: 'decks:read',
    component: lazy(() => import('./editor/editor.tsx').then(({ Editor }) => Editor)),
  },
  {
    path: '/app/decks/:deckId/translations',
    scope: 'decks:read',
    component: lazy(() => import('./translations/translations.tsx').then(({ Translations }) => Translations)),
  },
  {
    path: '/app/decks/:deckId/prices',
    scope: 'decks:read',
    component: lazy(() => import('./offers/prices.tsx').then(({ Prices }) => Prices)),
  },
  {
    path: '/app/decks/:deckId/faqs',
    scope: 'decks:read',
    component: lazy(() => import('./faqs/faqs.tsx').then(({ Faqs }) => Faqs)),
  },
  {
    path: '/app/decks/:deckId/settings',
    scope: 'decks:read',
    component: lazy(() => import('./deck-settings/deck-settings.tsx').then(({ DeckSettings }) => DeckSettings)),
  },
  {
    path: '/app/presentations',
    scope: 'presentations:read',
    label: 'Presentations',
    component: lazy(() => import('./presentations/presentations.tsx').then(({ Presentations }) => Presentations)),
  },
  {
    path: '/app/presentations/new',
    scope: 'presentations:write',
    component: lazy(() =>
      import('./presentations/new-presentation.tsx').then(({ NewPresentation }) => NewPresentation),
    ),
  },
  {
    path: '/app/presentations/import',
    scope: 'presentations:write',
    component: lazy(() =>
      import('./presentations/csv/import-presentations.tsx').then(({ ImportPresentations }) => ImportPresentations),
    ),
  },
  {
    path: '/app/presentations/:id',
    scope: 'presentations:read',
    component: lazy(() => import('./presentations/presentation.tsx').then(({ Presentation }) => Presentation)),
  },
  {
    path: '/app/contracts',
    scope: 'contracts:read',
    label: 'Contracts',
    component: lazy(() => import('./contracts/contracts.tsx').then(({ Contracts }) => Contracts)),
  },
  {
    path: '/app/contracts/:id',
    scope: 'contracts:read',
    component: lazy(() => import('./contracts/contract.tsx').then(({ ContractScreen }) => ContractScreen)),
  },
  {
    path: '/app/questions',
    scope: 'presentations:read',
    label: 'Questions',
    component: lazy(() => import('./questions/questions.tsx').then(({ Questions }) => Questions)),
  },
  {
    path: '/app/live',
    scope: 'events:read',
    label: 'Live',
    component: lazy(() => import('./live/events.tsx').then(({ Events }) => Events)),
  },
  {
    path: '/app/live/deliveries',
    scope: 'notifications:read',
    component: lazy(() => import('./live/deliveries.tsx').then(({ Deliveries }) => Deliveries)),
  },
  {
    path: '/app/live/figures',
    scope: 'notifications:read',
    component: lazy(() => import('./live/figures.tsx').then(({ Figures }) => Figures)),
  },
  {
    path: '/app/subscriptions',
    scope: 'notifications:read',
    label: 'Subscriptions',
    component: lazy(() => import('./subscriptions/subscriptions.tsx').then(({ Subscriptions }) => Subscriptions)),
  },
  {
    path: '/app/subscriptions/new',
    scope: 'notifications:write',
    component: lazy(() => import('./subscriptions/edit.tsx').then(({ NewSubscription }) => NewSubscription)),
  },
  {
    path: '/app/subscriptions/:id/edit',
    scope: 'notifications:write',
    component: lazy(() => import('./subscriptions/edit.tsx').then(({ EditSubscription }) => EditSubscription)),
  },
  {
    path: '/app/subscriptions/:id',
    scope: 'notifications:read',
    component: lazy(() => import('./subscriptions/subscription.tsx').then(({ Subscription }) => Subscription)),
  },
  {
    path: '/app/play',
    scope: 'notifications:write',
    label: 'Playground',
    component: lazy(() => import('./play/play.tsx').then(({ Play }) => Play)),
  },
  {
    path: '/app/keys',
    scope: 'admin',
    label: 'Keys',
    component: lazy(() => import('./keys/keys.tsx').then(({ Keys }) => Keys)),
  },
  {
    path: '/app/audit',
    scope: 'audit:read',
    label: 'Audit log',
    component: lazy(() => import('./audit/audit.tsx').then(({ Audit }) => Audit)),
  },
  {
    path: '/app/usage',
    scope: null,
    label: 'Usage',
    component: lazy(() => import('./usage/usage.tsx').then(({ Usage }) => Usage)),
  },
  {
    path: '/app/privacy',
    scope: 'presentations:read',
    label: 'Privacy',
    component: lazy(() => import('./privacy/privacy.tsx').then(({ Privacy }) => Privacy)),
  },
  {
    path: '/app/failed-jobs',
    scope: 'admin',
    label: 'Failed jobs',
    component: lazy(() => import('./failed-jobs/failed-jobs.tsx').then(({ FailedJobs }) => FailedJobs)),
  },
  {
    path: '/app/status',
    scope: 'admin',
    label: 'Status',
    component: lazy(() => import('./status/status.tsx').then(({ Status }) => Status)),
  },
];
