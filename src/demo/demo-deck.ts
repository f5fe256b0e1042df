/**
 * The demo a newcomer meets first: what a roofing and solar company would show at the kitchen table.
 * Pure data. The company, the people, the phone numbers and the prices are invented; the seed that
 * writes them is elsewhere, and README's examples use the same ids and the same homeowner.
 */
import type { CreateDeckInput } from '../authoring/decks/deck.inputs.ts';
import type { CreateFaqInput } from '../authoring/faqs/faq.inputs.ts';
import type { ProductData } from '../authoring/offers/product-data.attributes.ts';
import type { CreateSlideInput } from '../authoring/slides/slide.inputs.ts';
import type { CreateSubscriptionInput } from '../delivery/subscriptions/subscription.inputs.ts';

/**
 * The deck that an empty database is filled with: a roofing and solar pitch. Its id is fixed, so that documents can
 * name it.
 */
export const demoDeck = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Roof and solar at the kitchen table',
  description:
    'A calm twelve-slide visit: what the roof needs, what solar can do, three priced options, and what happens next.',
  brandName: 'Summit Ridge Roofing & Solar',
  currency: 'USD',
  defaultLanguage: 'en-US',
  timeZone: 'America/Chicago',
  variables: {
    warranty_years: 25,
    'company.phone': '+1 970-555-0142',
  },
} satisfies Partial<CreateDeckInput> & { id: string };

/** What the homeowner may add to each tier. */
const demoAddOns = [
  {
    key: 'gutter-guards',
    label: 'Gutter guards',
    description: 'Leaves stay out of the gutters, all around the house.',
    amount: 1_800,
    per: 'flat',
  },
  {
    key: 'attic-insulation',
    label: 'Attic insulation',
    description: 'A fresh layer of insulation while the roof is open.',
    amount: 95,
    per: 'square',
  },
];

const demoBattery = {
  key: 'home-battery',
  label: 'Home battery',
  description: 'Keeps the lights on when the grid is down.',
  amount: 11_500,
  per: 'flat',
};

const demoFinancing = [
  {
    provider: 'Foothill Home Credit',
    annualPercent: 6.99,
    months: 120,
    text: 'An example. Subject to approval of credit; the rate is fixed when you apply.',
  },
];

/**
 * With 24.5 squares and 7.2 kW the three tiers come to $35,850, $40,050 and $56,650.
 * The colors give at least 4.5:1 between selection and background, and for white text on the selection.
 */
const demoPricing = {
  subtitle: 'A new roof and solar, in one price',
  brandLogo: null,
  disclaimer:
    'Prices are for the measurements shown and do not count on any tax credit or rebate: please ask your tax adviser. ' +
    'Hidden damage is not included; if we find any, we show it to you and agree on a price before we touch it. ' +
    'Your written agreement states the final price.',
  defaultSelectedTier: 'better',
  backgroundColor: '#F8F5EE',
  selectionColor: '#0B5D4B',
  roundTo: 50,
  good: {
    name: 'Essential',
    tagline: 'A complete new roof and a dependable solar system.',
    features: [
      'Architectural shingles in your choice of color',
      'Waterproof layer at the spots most likely to leak',
      'Standard solar panels',
      'Daily cleanup and nail sweep',
    ],
    warrantyYears: 10,
    basePrice: 1_200,
    pricePerSquare: 445,
    pricePerKw: 2_800,
    wastePercent: 10,
    minPrice: 9_500,
    adders: [
      { label: 'Removing the old roof', amount: 75, per: 'square' },
      { label: 'Permits and inspections', amount: 650, per: 'flat' },
    ],
    addOns: demoAddOns,
    financing: demoFinancing,
  },
  better: {
    name: 'Preferred',
    tagline: 'Tougher shingles, better airflow and slimmer-looking solar.',
    features: [
      'Impact-rated shingles for hail country',
      'Waterproof layer at the spots most likely to leak',
      'New ridge vents for a cooler, drier attic',
      'All-black solar panels',
      'Daily cleanup and nail sweep',
    ],
    warrantyYears: 25,
    basePrice: 1_500,
    pricePerSquare: 550,
    pricePerKw: 2_950,
    wastePercent: 10,
    minPrice: 11_000,
    adders: [
      { label: 'Removing the old roof', amount: 75, per: 'square' },
      { label: 'Permits and inspections', amount: 650, per: 'flat' },
    ],
    addOns: demoAddOns,
    financing: demoFinancing,
  },
  best: {
    name: 'Signature',
    tagline: 'A metal roof and our strongest panels, ready for a battery.',
    features: [
      'Standing-seam metal roof',
      'Waterproof layer at the spots most likely to leak',
      'New ridge vents for a cooler, drier attic',
      'High-output, all-black solar panels',
      'Panels clamped to the seams, with no holes through the metal',
      'Wiring ready for a home battery',
      'Daily cleanup and nail sweep',
    ],
    warrantyYears: 30,
    basePrice: 2_000,
    pricePerSquare: 1_025,
    pricePerKw: 3_050,
    wastePercent: 12,
    minPrice: 16_000,
    adders: [
      { label: 'Removing the old roof', amount: 75, per: 'square' },
      { label: 'High-output panels', amount: 160, per: 'kw' },
      { label: 'Battery-ready wiring', amount: 900, per: 'flat' },
      { label: 'Permits and inspections', amount: 650, per: 'flat' },
    ],
    addOns: [...demoAddOns, demoBattery],
    financing: demoFinancing,
  },
} satisfies ProductData;

/** The slides of the demo deck in the order of display. */
export const demoSlides = [
  {
    slideId: 'welcome',
    title: 'Welcome, {{homeowner.first_name}}',
    bullets: ['A clear look at your roof', 'Solar in plain words', 'Three options and no pressure'],
    narrationScript:
      'Hello {{homeowner.first_name}}, and thank you for having us. ' +
      'Today is all about {{homeowner.address | default: "your home"}}: what the roof needs, and what the sun could do for you. ' +
      'We will keep it simple, so please stop us whenever you have a question.',
    slideContext: 'Sit where everyone can see the screen. Ask what made them call before you start.',
    heroImg: '/demo/welcome.svg',
    slideType: 'standard',
    productData: null,
  },
  {
    slideId: 'who-we-are',
    title: 'One company, roof to panels',
    bullets: [
      'One agreement and one schedule',
      'One project manager, start to finish',
      'Licensed and insured: ask to see it',
    ],
    narrationScript:
      'We are Summit Ridge Roofing and Solar. ' +
      'The same company does your roof and your panels, so you have one agreement, one schedule and one number to call. ' +
      'Your project manager stays with you from the first visit to the last inspection. ' +
      'Ask to see our license and insurance; we have both with us.',
    slideContext: 'Have the license and the insurance certificate on the table. Keep this one short.',
    heroImg: '/demo/who-we-are.svg',
    slideType: 'standard',
    productData: null,
  },
  {
    slideId: 'roof-check',
    title: 'First, we look',
    bullets: ['Shingles, metal edges and gutters', 'Attic, airflow and damp spots', 'Photos of everything we find'],
    narrationScript:
      'Before we recommend anything, we look. ' +
      'On the roof we check the shingles, the gutters, and the metal around chimneys and vents. ' +
      'In the attic we look for damp spots and poor airflow. ' +
      'You get every photo, good news or bad, so you can judge for yourself.',
    slideContext: 'Show their own photos here, starting with what is in good shape.',
    heroImg: '/demo/roof-check.svg',
    slideType: 'standard',
    productData: null,
  },
  {
    slideId: 'roof-layers',
    title: 'More than shingles',
    bullets: ['Solid wood underneath', 'Layers that keep water out', 'Airflow that lets damp escape'],
    narrationScript:
      'Shingles are the part you see, but they do not work alone. ' +
      'Under them is solid wood, a layer that keeps water out, and extra protection where leaks tend to start. ' +
      'Vents let heat and damp air escape. ' +
      'When one layer fails, the others suffer, so we build the roof as one system.',
    slideContext: 'Pass around the cut-away sample. Point at each layer as it is named.',
    heroImg: '/demo/roof-layers.svg',
    slideType: 'standard',
    productData: null,
  },
  {
    slideId: 'materials',
    title: 'Choose your look',
    bullets: [
      'Architectural shingles: the classic',
      'Impact-rated shingles: made for hail',
      'Standing-seam metal: clean lines, long life',
    ],
    narrationScript:
      'You have three good materials to choose from. ' +
      'Architectural shingles give you the classic look at the lowest price. ' +
      'Impact-rated shingles are made to stand up better to hail. ' +
      'Standing-seam metal costs more and usually lasts longest. ' +
      'Take the samples outside, hold them next to your siding, and take your time.',
    slideContext: 'Walk outside with the samples. Daylight settles the color question faster than any screen.',
    heroImg: '/demo/materials.svg',
    slideType: 'standard',
    productData: null,
  },
  {
    slideId: 'roof-and-solar',
    title: 'Why do both together',
    bullets: [
      'A roof made ready for its panels',
      'One crew and one cleanup',
      'No refitting the panels for a new roof later',
    ],
    narrationScript:
      'Solar panels are made to stay up for decades, so the roof beneath them should be ready to do the same. ' +
      'If the roof wears out first, the panels have to come off and go back on, and that costs money. ' +
      'Doing both together means one crew, one cleanup and a roof prepared for its panels.',
    slideContext: 'If their roof is nearly new, say so and skip ahead: honesty here wins the rest of the visit.',
    heroImg: '/demo/roof-and-solar.svg',
    slideType: 'standard',
    productData: null,
  },
  {
    slideId: 'how-solar-works',
    title: 'How solar works',
    bullets: ['Panels turn daylight into power', 'Your home uses it first', 'The grid is there at night'],
    narrationScript:
      'Panels turn daylight into electricity, and your home uses it first. ' +
      'When they make more than you need, the extra can flow to the grid. ' +
      'At night, the grid powers your home just as it does now. ' +
      'What you are credited for that extra power depends on your utility, so we will go through its rules together.',
    slideContext: 'Ask for a recent electric bill and find the usage line together. Promise no savings.',
    heroImg: '/demo/how-solar-works.svg',
    slideType: 'standard',
    productData: null,
  },
  {
    slideId: 'measurements',
    title: 'Your home in two numbers',
    bullets: [
      'Roof: {{roof_squares}} squares',
      'Solar: {{system_size_kw}} kilowatts',
      'One square is ten feet by ten feet',
    ],
    narrationScript:
      'Your roof measures {{roof_squares}} squares. ' +
      'A square is simply an area ten feet by ten feet. ' +
      'The solar system we planned for you is rated at {{system_size_kw}} kilowatts, its power in full sun. ' +
      'These two numbers set the prices you are about to see, so tell us if anything looks off.',
    slideContext: 'Show the sketch with the measurements. Correct a number now, before any price is on the screen.',
    heroImg: '/demo/measurements.svg',
    slideType: 'standard',
    productData: null,
  },
  {
    slideId: 'your-options',
    title: 'Your three options',
    bullets: ['Roof and solar in one price', 'The same careful crew every time', 'Every price explained line by line'],
    narrationScript:
      'Here are your three options, each with the roof and solar in one price. ' +
      'All of them come with the same careful crew and the same cleanup. ' +
      'As you move up, you get tougher materials and a longer warranty. ' +
      'Pick any one, and we will show you line by line how its price was worked out.',
    slideContext: 'Stop talking after the prices appear. Let them ask the first question.',
    heroImg: null,
    slideType: 'product_pricing_v1',
    productData: demoPricing,
  },
  {
    slideId: 'installation',
    title: 'What the work looks like',
    bullets: ['We take care of the permits', 'Roof first, panels next', 'Yard and driveway left clean'],
    narrationScript:
      'After you sign, we apply for the permits and order your materials. ' +
      'The roof goes on first, and the panels follow. ' +
      'We cover your plants, sweep for nails every evening, and call you if the weather changes the plan. ' +
      'Once the inspector and your utility say yes, we switch your solar on together.',
    slideContext: 'Ask about pets, parking and people who sleep during the day. Write the answers down.',
    heroImg: '/demo/installation.svg',
    slideType: 'standard',
    productData: null,
  },
  {
    slideId: 'warranty',
    title: 'We stand behind it',
    bullets: ['Our work: covered in writing', 'Products: covered by their makers', 'One folder, one phone number'],
    narrationScript:
      'If something we built goes wrong, we come back and make it right under our workmanship warranty. ' +
      'Each option shows how many years that lasts. ' +
      'The makers of your roofing and panels cover their own products, and we help you register them. ' +
      'It all goes into one folder, in writing.',
    slideContext: 'Open the sample folder at the warranty page and leave it with them.',
    heroImg: '/demo/warranty.svg',
    slideType: 'standard',
    productData: null,
  },
  {
    slideId: 'next-step',
    title: 'Ready when you are, {{homeowner.first_name}}',
    bullets: ['Choose the option you like', 'Read the agreement at your own pace', 'Sign today, or sleep on it'],
    narrationScript:
      'That is everything, {{homeowner.first_name}}. ' +
      'If one of the options feels right, we can read the agreement together and you can sign today. ' +
      'If you would rather sleep on it, that is fine too. ' +
      'Either way, you keep the photos and the prices. ' +
      'Thank you for your time.',
    slideContext: 'Ask which option they like and why. If they want to wait, agree on a day to call.',
    heroImg: '/demo/next-step.svg',
    slideType: 'standard',
    productData: null,
  },
] satisfies readonly CreateSlideInput[];

/** The FAQs of the demo deck, oldest first. */
export const demoFaqs = [
  {
    userQuestion: 'How long does the whole project take?',
    cannedAnswer:
      'Work on the house usually takes a few days, depending on the weather and the size of the roof. ' +
      'Permits and approval from your utility take longer, and that differs from town to town. ' +
      'Your project manager keeps you posted at every step.',
    relatedSlideId: 'installation',
  },
  {
    userQuestion: 'Will the panels keep my lights on during a power outage?',
    cannedAnswer:
      'Not on their own. Without a battery, a standard system switches itself off in an outage to keep line workers safe. ' +
      'A battery with the right equipment can keep part of your home running. Ask us, and we will price one for you.',
    relatedSlideId: 'how-solar-works',
  },
  {
    userQuestion: 'Can I get a tax credit or a rebate?',
    cannedAnswer:
      'That depends on your situation and on rules that change, so please ask your tax adviser before you count on anything. ' +
      'Our prices do not assume any credit or rebate. We are glad to give you the documents you need to ask.',
    relatedSlideId: 'your-options',
  },
  {
    userQuestion: 'What if you find rotten wood under the old roof?',
    cannedAnswer:
      'We stop, take photos and show you. You get a price for the repair, and we only go ahead once you have agreed to it in writing.',
    relatedSlideId: 'roof-layers',
  },
  {
    userQuestion: 'Who fixes it if the roof leaks under the panels?',
    cannedAnswer:
      'We do, and you only make one call. If our work caused the leak during the warranty, we repair it and take the panels off and put them back at no charge. ' +
      'The exact terms are in your agreement.',
    relatedSlideId: 'warranty',
  },
  {
    userQuestion: 'Can I change my mind after I sign?',
    cannedAnswer:
      'Your agreement states how you can cancel and by what date. We go through that page with you before you sign, and you keep a copy.',
    relatedSlideId: 'next-step',
  },
] satisfies readonly CreateFaqInput[];

/** A console subscription for `contract.signed`: the demo shows a delivery without a receiver. */
export const demoSubscription = {
  id: '01900000-0000-7000-8000-000000000002',
  name: 'Print every signed contract',
  eventType: 'contract.signed',
  channel: 'console',
  channelConfig: {},
  deckId: demoDeck.id,
  isActive: true,
} satisfies CreateSubscriptionInput & { id: string };

/** For README and curl examples. Invented; 555-01xx numbers and example.com are set aside for uses like this. */
export const demoHomeowner = {
  first_name: 'Dana',
  last_name: 'Whitaker',
  address: '1482 Larkspur Lane',
  city: 'Fort Collins',
  state: 'CO',
  zip: '80525',
  country: 'US',
  phone: '+19705550118',
  email: 'dana.whitaker@example.com',
};
