/** The names that every deck has, with what stands there for a homeowner. A deck adds its own. */
export const standardNames: Readonly<Record<string, string>> = {
  'homeowner.first_name': 'First name of the homeowner',
  'homeowner.last_name': 'Last name of the homeowner',
  'homeowner.full_name': 'First and last name of the homeowner',
  'homeowner.address': 'Street address',
  'homeowner.city': 'City',
  'homeowner.state': 'State or region',
  'homeowner.zip': 'Postal code',
  'homeowner.country': 'Country',
  'homeowner.phone': 'Phone number of the homeowner',
  'homeowner.email': 'E-mail address of the homeowner',
  'price_inputs.roof_squares': 'Roof area in squares',
  'price_inputs.system_size_kw': 'Size of the system in kW',
  roof_sq_ft: 'Roof area in square feet',
  system_size_watts: 'Size of the system in watts',
  'good.name': 'Name of the lowest tier',
  'good.price': 'Price of the lowest tier',
  'good.deposit': 'Deposit of the lowest tier',
  'better.name': 'Name of the middle tier',
  'better.price': 'Price of the middle tier',
  'better.deposit': 'Deposit of the middle tier',
  'best.name': 'Name of the highest tier',
  'best.price': 'Price of the highest tier',
  'best.deposit': 'Deposit of the highest tier',
  'selected.name': 'Name of the selected tier',
  'selected.price': 'Price of the selected tier',
  'selected.deposit': 'Deposit of the selected tier',
  'deck.name': 'Name of the deck',
  'company.name': 'Name of the company',
  date: 'Day on which the presentation is made',
};

/** What a name stands for, in a list to choose from. */
export const meaningOf = (name: string): string => standardNames[name] ?? 'Variable of this deck';

/** A placeholder that is being typed: where it begins, and what of its name is there. */
export interface Typed {
  readonly from: number;
  readonly part: string;
}

/** The placeholder that is open at the caret. */
export function typedAt(text: string, caret: number): Typed | null {
  const found = /\{\{\s*([\w.]*)$/.exec(text.slice(0, caret));
  return found === null ? null : { from: found.index, part: found[1] ?? '' };
}

/** The names that begin with what was typed, then those that contain it. */
export function matching(names: readonly string[], part: string): readonly string[] {
  const wanted = part.toLowerCase();
  const begins = (name: string): boolean =>
    name.split(/[._]/).some((word, at) => (at === 0 ? name : word).startsWith(wanted));
  const said = (name: string): boolean => `${name} ${meaningOf(name)}`.toLowerCase().includes(wanted);
  return [...names.filter(begins), ...names.filter((name) => !begins(name) && said(name))].slice(0, 8);
}

/** The text with a whole placeholder in place of what was typed, and where the caret goes. */
export function completed(text: string, caret: number, { from }: Typed, name: string): { text: string; caret: number } {
  const rest = text.slice(caret).replace(/^[\w.]*\s*\}\}/, '');
  const whole = `{{${name}}}`;
  return { text: `${text.slice(0, from)}${whole}${rest}`, caret: from + whole.length };
}

/** The text with one name of a placeholder in place of another. */
export function renamed(text: string, name: string, next: string): string {
  return text.replaceAll(/(\{\{\s*)([^|{}]*?)(?=\s*(?:\||\}\}))/g, (whole, open: string, found: string) =>
    found === name ? `${open}${next}` : whole,
  );
}

/** Whether a text uses a placeholder of this name. */
export const uses = (text: string, name: string): boolean => renamed(text, name, '') !== text;

/** A text for a list, with the placeholders as people say them. */
export function readable(text: string): string {
  return text.replaceAll(/\{\{\s*([\w.]+)[^{}]*\}\}/g, (_whole, name: string) => {
    const [said = name] = name.split('.').slice(-1);
    return `‹${said.replaceAll('_', ' ')}›`;
  });
}
