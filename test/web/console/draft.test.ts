import { describe, expect, test } from '@jest/globals';
import { CombinedError } from '@urql/core';
import {
  accepted,
  changesOf,
  chosen,
  contested,
  edited,
  noDraft,
  received,
  refused,
  sending,
  shownFields,
} from '../../../src/web/console/editor/draft.ts';
import { emptyFields, type Fields, isSame } from '../../../src/web/console/editor/slide-fields.ts';

const stored: Fields = { ...emptyFields('Roofs'), narrationScript: 'Hello.' };

describe('a draft', () => {
  test('keeps what was typed over what somebody else changed in another field', () => {
    const draft = edited(noDraft, stored, 'title', 'Roofs that last');
    const now = { ...stored, narrationScript: 'Good morning.' };
    const beside = received(draft, now);
    expect(contested(beside, now)).toEqual([]);
    expect(shownFields(now, beside)).toMatchObject({ title: 'Roofs that last', narrationScript: 'Good morning.' });
    expect(changesOf(beside, now)).toEqual({ title: 'Roofs that last' });
  });

  test('holds back a field that somebody else changed as well, until its author chooses', () => {
    const now = { ...stored, title: 'Theirs' };
    const draft = received(edited(edited(noDraft, stored, 'title', 'Mine'), stored, 'slideContext', 'Note'), now);
    expect(contested(draft, now)).toEqual(['title']);
    expect(changesOf(draft, now)).toEqual({ slideContext: 'Note' });
    expect(changesOf(chosen(draft, now, 'title', 'mine'), now)).toEqual({ title: 'Mine', slideContext: 'Note' });
    expect(changesOf(chosen(draft, now, 'title', 'theirs'), now)).toEqual({ slideContext: 'Note' });
  });

  test('knows its own change when the stream brings it before the answer', () => {
    const sent = sending(edited(noDraft, stored, 'title', 'A'), { title: 'A' });
    const typedOn = edited(sent, stored, 'title', 'AB');
    const now = { ...stored, title: 'A' };
    const beside = received(typedOn, now);
    expect(contested(beside, now)).toEqual([]);
    expect(changesOf(accepted(beside, now, now), now)).toEqual({ title: 'AB' });
  });

  test('shows both texts when somebody overwrites a saved one while it is typed on', () => {
    const sent = edited(sending(edited(noDraft, stored, 'title', 'A'), { title: 'A' }), stored, 'title', 'AB');
    const now = { ...stored, title: 'Theirs' };
    expect(contested(accepted(sent, { ...stored, title: 'A' }, now), now)).toEqual(['title']);
  });

  test('does not send again what was refused, until it changes', () => {
    const error = new CombinedError({ graphQLErrors: ['It needs a text.'] });
    const draft = refused(edited(noDraft, stored, 'title', ''), { title: { text: error.message, error } });
    expect(changesOf(draft, stored)).toEqual({});
    expect(changesOf(edited(draft, stored, 'title', 'Better'), stored)).toEqual({ title: 'Better' });
  });

  test('ends where the text is what it was', () => {
    expect(edited(edited(noDraft, stored, 'title', 'A'), stored, 'title', 'Roofs').edits).toEqual({});
  });
});

test('offers are the same whatever the order of their keys, and stored files whatever their signature', () => {
  const offer = { good: { name: 'A', price: 1 }, best: null };
  expect(isSame('productData', offer, { good: { price: 1, name: 'A' } })).toBe(true);
  expect(isSame('audioUrl', '/api/audio/1?token=a', '/api/audio/1?token=b')).toBe(true);
  expect(isSame('heroImg', 'https://example.com/a.png?v=1', 'https://example.com/a.png?v=2')).toBe(false);
});
