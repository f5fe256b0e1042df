import type { FunctionComponent } from 'preact';
import { lazy } from 'preact-iso';
import type { Scope } from './visitor.ts';

/** The parts of the navigation, by who works there, in their order. */
export const sections = ['Sales', 'Delivery', 'Administration'] as const;
type Section = (typeof sections)[number];

/** A screen of the console. Its script is loaded when it is first opened. */
interface Screen {
  /** Pattern of preact-iso below the origin. */
  readonly path: string;
  /** The scopes without which the visitor sees neither the screen nor its link. */
  readonly needs: readonly Scope[];
  /** Its link in the navigation; none for screens that others lead to. */
  readonly link?: { readonly section: Section; readonly label: string };
  readonly component: ReturnType<typeof lazy<FunctionComponent>>;
}

/** The screens. Those of a section are in the order of their links. */
export const screens: readonly Screen[] = [
  {
    path: '/app/decks',
    needs: ['decks:read'],
    link: { section: 'Sales', label: 'Decks' },
    component: lazy<FunctionComponent>(() => import('./decks/decks.tsx').then(({ Decks }) => Decks)),
  },
  {
    path: '/app/decks/:deckId',
    needs: ['decks:read'],
    component: lazy<FunctionComponent>(() => import('./editor/editor.tsx').then(({ Editor }) => Editor)),
  },
  {
    path: '/app/decks/:deckId/translations',
    needs: ['decks:read'],
    component: lazy<FunctionComponent>(() =>
      import('./translations/translations.tsx').then(({ Translations }) => Translations),
    ),
  },
  {
    path: '/app/decks/:deckId/prices',
    needs: ['decks:read'],
    component: lazy<FunctionComponent>(() => import('./offers/prices.tsx').then(({ Prices }) => Prices)),
  },
  {
    path: '/app/decks/:deckId/faqs',
    needs: ['decks:read'],
    component: lazy<FunctionComponent>(() => import('./faqs/faqs.tsx').then(({ Faqs }) => Faqs)),
  },
  {
    path: '/app/decks/:deckId/settings',
    needs: ['decks:read'],
    component: lazy<FunctionComponent>(() =>
      import('./deck-settings/deck-settings.tsx').then(({ DeckSettings }) => DeckSettings),
    ),
  },
  {
    path: '/app/presentations',
    needs: ['presentations:read'],
    link: { section: 'Sales', label: 'Presentations' },
    component: lazy<FunctionComponent>(() =>
      import('./presentations/presentations.tsx').then(({ Presentations }) => Presentations),
    ),
  },
  {
    path: '/app/presentations/new',
    needs: ['presentations:write'],
    component: lazy<FunctionComponent>(() =>
      import('./presentations/new-presentation.tsx').then(({ NewPresentation }) => NewPresentation),
    ),
  },
  {
    path: '/app/presentations/import',
    needs: ['presentations:write'],
    component: lazy<FunctionComponent>(() =>
      import('./presentations/csv/import-presentations.tsx').then(({ ImportPresentations }) => ImportPresentations),
    ),
  },
  {
    path: '/app/presentations/:id',
    needs: ['presentations:read'],
    component: lazy<FunctionComponent>(() =>
      import('./presentations/presentation.tsx').then(({ Presentation }) => Presentation),
    ),
  },
  {
    path: '/app/contracts',
    needs: ['contracts:read'],
    link: { section: 'Sales', label: 'Contracts' },
    component: lazy<FunctionComponent>(() => import('./contracts/contracts.tsx').then(({ Contracts }) => Contracts)),
  },
  {
    path: '/app/contracts/:id',
    needs: ['contracts:read'],
    component: lazy<FunctionComponent>(() =>
      import('./contracts/contract.tsx').then(({ ContractScreen }) => ContractScreen),
    ),
  },
  {
    path: '/app/questions',
    needs: ['decks:read', 'presentations:read'],
    link: { section: 'Sales', label: 'Questions' },
    component: lazy<FunctionComponent>(() => import('./questions/questions.tsx').then(({ Questions }) => Questions)),
  },
  {
    path: '/app/live',
    needs: ['events:read'],
    link: { section: 'Delivery', label: 'Live' },
    component: lazy<FunctionComponent>(() => import('./live/events.tsx').then(({ Events }) => Events)),
  },
  {
    path: '/app/live/deliveries',
    needs: ['notifications:read'],
    component: lazy<FunctionComponent>(() => import('./live/deliveries.tsx').then(({ Deliveries }) => Deliveries)),
  },
  {
    path: '/app/live/figures',
    needs: ['notifications:read'],
    component: lazy<FunctionComponent>(() => import('./live/figures.tsx').then(({ Figures }) => Figures)),
  },
  {
    path: '/app/subscriptions',
    needs: ['notifications:read'],
    link: { section: 'Delivery', label: 'Subscriptions' },
    component: lazy<FunctionComponent>(() =>
      import('./subscriptions/subscriptions.tsx').then(({ Subscriptions }) => Subscriptions),
    ),
  },
  {
    path: '/app/subscriptions/new',
    needs: ['notifications:write'],
    component: lazy<FunctionComponent>(() =>
      import('./subscriptions/edit.tsx').then(({ NewSubscription }) => NewSubscription),
    ),
  },
  {
    path: '/app/subscriptions/:id/edit',
    needs: ['notifications:write'],
    component: lazy<FunctionComponent>(() =>
      import('./subscriptions/edit.tsx').then(({ EditSubscription }) => EditSubscription),
    ),
  },
  {
    path: '/app/subscriptions/:id',
    needs: ['notifications:read'],
    component: lazy<FunctionComponent>(() =>
      import('./subscriptions/subscription.tsx').then(({ Subscription }) => Subscription),
    ),
  },
  {
    path: '/app/play',
    needs: ['notifications:write'],
    link: { section: 'Delivery', label: 'Playground' },
    component: lazy<FunctionComponent>(() => import('./play/play.tsx').then(({ Play }) => Play)),
  },
  {
    path: '/app/keys',
    needs: ['admin'],
    link: { section: 'Administration', label: 'Keys' },
    component: lazy<FunctionComponent>(() => import('./keys/keys.tsx').then(({ Keys }) => Keys)),
  },
  {
    path: '/app/audit',
    needs: ['audit:read'],
    link: { section: 'Administration', label: 'Audit log' },
    component: lazy<FunctionComponent>(() => import('./audit/audit.tsx').then(({ Audit }) => Audit)),
  },
  {
    path: '/app/usage',
    needs: [],
    link: { section: 'Administration', label: 'Usage' },
    component: lazy<FunctionComponent>(() => import('./usage/usage.tsx').then(({ Usage }) => Usage)),
  },
  {
    path: '/app/privacy',
    needs: ['presentations:read'],
    link: { section: 'Administration', label: 'Privacy' },
    component: lazy<FunctionComponent>(() => import('./privacy/privacy.tsx').then(({ Privacy }) => Privacy)),
  },
  {
    path: '/app/failed-jobs',
    needs: ['admin'],
    link: { section: 'Delivery', label: 'Failed jobs' },
    component: lazy<FunctionComponent>(() =>
      import('./failed-jobs/failed-jobs.tsx').then(({ FailedJobs }) => FailedJobs),
    ),
  },
  {
    path: '/app/status',
    needs: ['admin'],
    link: { section: 'Administration', label: 'Status' },
    component: lazy<FunctionComponent>(() => import('./status/status.tsx').then(({ Status }) => Status)),
  },
];

/** Loads the script of the screen at a path while the session is still being read. */
export function preloadScreen(at: string): void {
  const found = screens.find(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(at));
  // What fails here is loaded, and reported, once the screen is shown.
  found?.component.preload().catch(() => undefined);
}
