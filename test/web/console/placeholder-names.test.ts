import { expect, test } from '@jest/globals';
import { placeholderNames } from '../../../src/engines/template/placeholder-values.ts';
import {
  completed,
  matching,
  readable,
  renamed,
  standardNames,
  typedAt,
} from '../../../src/web/console/editor/placeholder-names.ts';

/** Short names of the same values: the editor offers the long ones. */
const aliases = [
  'first_name',
  'last_name',
  'full_name',
  'address',
  'city',
  'state',
  'zip',
  'country',
  'phone',
  'email',
];

test('the editor offers every name that the server fills in, but for the aliases', () => {
  const offered = [...Object.keys(standardNames), ...aliases, 'roof_squares', 'system_size_kw'];
  expect(offered.toSorted()).toEqual([...placeholderNames].toSorted());
});

test('a placeholder is completed at the caret, and what follows it stays', () => {
  const text = 'Hello {{fir world';
  const typed = typedAt(text, 11);
  expect(typed).toEqual({ from: 6, part: 'fir' });
  expect(matching(Object.keys(standardNames), 'fir')[0]).toBe('homeowner.first_name');
  expect(completed(text, 11, typed ?? { from: 0, part: '' }, 'date')).toEqual({
    text: 'Hello {{date}} world',
    caret: 14,
  });
  expect(completed('{{fi}}!', 4, { from: 0, part: 'fi' }, 'date').text).toBe('{{date}}!');
  expect(typedAt('no {{date}} here', 16)).toBeNull();
});

test('a name is replaced in its placeholders alone, with its filters kept', () => {
  expect(renamed('frist {{ frist | default: "you" }}, {{frist}} and {{other}}', 'frist', 'first')).toBe(
    'frist {{ first | default: "you" }}, {{first}} and {{other}}',
  );
  expect(readable('Welcome, {{homeowner.first_name | upper}}')).toBe('Welcome, ‹first name›');
});
