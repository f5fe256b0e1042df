import { describe, expect, test } from '@jest/globals';
import { nearestName } from '../../../src/kit/core/nearest-name.ts';
import {
  placeholderNames,
  placeholderValues,
  type PresentationFacts,
} from '../../../src/engines/template/placeholder-values.ts';
import { parseTemplate, renderTemplate } from '../../../src/engines/template/placeholders.ts';

const facts: PresentationFacts = {
  homeowner: {
    firstName: 'Dana',
    lastName: 'Whitaker',
    address: '1482 Larkspur Lane',
    city: 'Fort Collins',
    state: 'CO',
    zip: '01525',
    country: 'US',
    phone: '+19705550118',
    email: 'dana@example.com',
  },
  priceInputs: { roofSquares: 2.3, systemSizeKw: 7.2 },
  deck: { name: 'Roof and solar', brandName: 'Summit Ridge' },
  tiers: [
    { tier: 'good', name: 'Essential', total: '11800.00', currency: 'USD' },
    { tier: 'better', name: 'Preferred', total: '14050.50', deposit: '1405.05', currency: 'USD' },
    { tier: 'best', name: 'Signature', total: null, currency: 'USD' },
  ],
  selectedTier: 'better',
  date: { day: '2026-08-03' },
};

const dana: PresentationFacts = {
  homeowner: { firstName: 'Dana', lastName: '' },
  priceInputs: null,
  deck: { name: 'Roof' },
  tiers: [],
  selectedTier: null,
  date: facts.date,
};

function shown(text: string, known: PresentationFacts = facts) {
  const options = { locale: 'en-US', currency: 'USD', missing: 'blank' } as const;
  return renderTemplate(parseTemplate(text), placeholderValues(known), options);
}

function withVariables(variables: Record<string, string | number>, known = dana): PresentationFacts {
  return { ...known, deck: { ...known.deck, variables } };
}

describe('names', () => {
  test.each([
    ['homeowner.first_name', 'Dana'],
    ['homeowner.last_name', 'Whitaker'],
    ['homeowner.full_name', 'Dana Whitaker'],
    ['homeowner.address', '1482 Larkspur Lane'],
    ['homeowner.city', 'Fort Collins'],
    ['homeowner.state', 'CO'],
    ['homeowner.zip', '01525'],
    ['homeowner.country', 'US'],
    ['homeowner.phone', '+19705550118'],
    ['homeowner.email', 'dana@example.com'],
    ['first_name', 'Dana'],
    ['last_name', 'Whitaker'],
    ['full_name', 'Dana Whitaker'],
    ['city', 'Fort Collins'],
    ['email', 'dana@example.com'],
    ['price_inputs.roof_squares', '2.3'],
    ['price_inputs.system_size_kw', '7.2'],
    ['roof_squares', '2.3'],
    ['system_size_kw', '7.2'],
    ['roof_sq_ft', '230'],
    ['system_size_watts', '7,200'],
    ['good.name', 'Essential'],
    ['good.price', '$11,800'],
    ['better.price', '$14,050.50'],
    ['best.name', 'Signature'],
    ['selected.name', 'Preferred'],
    ['selected.price', '$14,050.50'],
    ['selected.deposit', '$1,405.05'],
    ['deck.name', 'Roof and solar'],
    ['company.name', 'Summit Ridge'],
    ['date', 'August 3, 2026'],
  ])('%s is "%s"', (name, text) => {
    expect(shown(`{{ ${name} }}`)).toEqual({ text, missing: [] });
    expect(placeholderNames).toContain(name);
  });

  test('derived numbers are exact', () => {
    const values = placeholderValues(facts);
    expect([values.get('roof_sq_ft'), values.get('system_size_watts')]).toEqual([230, 7200]);
  });

  test('the list of names has no doubles and is the same for every presentation', () => {
    const template = parseTemplate(placeholderNames.map((name) => `{{${name}}}`).join(' '));
    const options = { locale: 'en-US', currency: 'USD', missing: 'blank' } as const;
    expect(renderTemplate(template, placeholderValues(facts), options).missing).toEqual([
      'good.deposit',
      'best.price',
      'best.deposit',
    ]);
    expect(new Set(placeholderNames).size).toBe(placeholderNames.length);
  });

  test('what the presentation does not know is missing', () => {
    const names = ['city', 'homeowner.city', 'roof_squares', 'roof_sq_ft', 'good.name', 'good.price', 'company.name'];
    const text = names.map((name) => `{{${name}}}`).join(' ');
    expect(shown(text, dana).missing).toEqual(names);
    expect(shown('{{selected.price}}', { ...facts, selectedTier: 'best' }).missing).toEqual(['selected.price']);
  });

  test('a missing last name leaves no space behind', () => {
    expect(shown('{{full_name}}!', dana).text).toBe('Dana!');
  });
});

describe('variables of the deck', () => {
  test('they add names of their own, dotted or not', () => {
    const known = withVariables({ warranty_years: 25, 'company.phone': '+1 970-555-0142' }, facts);
    expect(shown('{{warranty_years}} {{company.phone}} {{company.name}}', known).text).toBe(
      '25 +1 970-555-0142 Summit Ridge',
    );
  });

  test('they stand in for what is missing, also under its alias', () => {
    const known = withVariables({ 'homeowner.city': 'Austin', 'good.price': 'on request' });
    expect(shown('{{homeowner.city}} {{city}} {{good.price}}', known).text).toBe('Austin Austin on request');
  });

  test('they never replace what the presentation knows', () => {
    const known = withVariables({ first_name: 'Bob', 'homeowner.first_name': 'Bob', 'deck.name': 'Other' });
    expect(shown('{{first_name}} {{homeowner.first_name}} {{deck.name}}', known).text).toBe('Dana Dana Roof');
  });

  test('a variable keeps its value beside other names that begin with its own', () => {
    const variables = { company: 'Summit Ridge Roofing', homeowner: 'neighbor', 'first_name.short': 'D', good: 'fine' };
    const known = withVariables({ ...variables, 'good.price.note': 'with tax', 'company.phone': '555-0142' }, facts);
    expect(shown('{{company}} ({{company.name}}, {{company.phone}})', known).text).toBe(
      'Summit Ridge Roofing (Summit Ridge, 555-0142)',
    );
    expect(shown('{{homeowner}} {{homeowner.first_name}} {{first_name}} {{first_name.short}}', known).text).toBe(
      'neighbor Dana Dana D',
    );
    expect(shown('{{good}} {{good.price}} {{good.price.note}}', known).text).toBe('fine $11,800 with tax');
  });

  test('every name that may be a variable keeps its value, whatever else is known', () => {
    const parts = ['homeowner', 'price_inputs', 'good', 'better', 'best', 'selected', 'deck', 'company'];
    const below = placeholderNames.map((name) => `${name}.extra`);
    const variables = Object.fromEntries([...parts, ...below].map((name) => [name, `value of ${name}`]));
    for (const [name, text] of Object.entries(variables)) {
      expect(shown(`{{${name}}}`, withVariables(variables, facts))).toEqual({ text, missing: [] });
    }
  });

  test('a variable named like a prototype touches none', () => {
    const variables = { '__proto__.polluted': 'yes', 'constructor.name': 'x', ['__proto__']: 'z' };
    expect(shown('{{constructor.name}}', withVariables(variables)).text).toBe('x');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('the nearest name', () => {
  test.each([
    ['first_nmae', 'first_name'],
    ['firstName', 'first_name'],
    ['frist_name', 'first_name'],
    ['homeowner.firstname', 'homeowner.first_name'],
    ['homeownr.city', 'homeowner.city'],
    ['roof_square', 'roof_squares'],
    ['beter.price', 'better.price'],
    ['zipp', 'zip'],
    ['first_name', 'first_name'],
  ])('of %s is %s', (typo, name) => expect(nearestName(typo, placeholderNames)).toBe(name));

  test.each(['warranty_years', 'xy', '', 'constructor', 'a'.repeat(20_000)])('of "%s" is none', (name) => {
    expect(nearestName(name, placeholderNames)).toBeNull();
  });

  test('may be a variable of the deck', () => {
    expect(nearestName('waranty_years', [...placeholderNames, 'warranty_years'])).toBe('warranty_years');
  });
});
