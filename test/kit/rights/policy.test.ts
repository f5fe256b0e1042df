import { describe, expect, test } from '@jest/globals';
import {
  type Actor,
  environmentActor,
  holds,
  localActor,
  publicActor,
  rightsOf,
} from '../../../src/kit/rights/actor.ts';
import type { RequestScope } from '../../../src/kit/data/scope.ts';
import type { Keyed } from '../../../src/kit/data/idempotency/keyed-request.ts';
import { Policy, requireScope } from '../../../src/kit/data/policy.ts';
import { needs } from '../../../src/kit/rights/requirement.ts';

const actorWith = (...scopes: string[]): Actor => ({
  kind: 'key',
  key: 'one',
  scopes: new Set(scopes),
  until: null,
  decks: null,
});

describe('the scopes of a caller', () => {
  test.each([
    [['decks:read'], 'decks:read', true],
    [['decks:write'], 'decks:read', true],
    [['decks:write'], 'decks:write', true],
    [['decks:read'], 'decks:write', false],
    [['decks:write'], 'presentations:read', false],
    [['events:publish'], 'events:read', false],
    [['events:read'], 'events:publish', false],
    [['admin'], 'decks:write', true],
    [['admin'], 'secrets:read', true],
    [['secrets:write'], 'admin', false],
    [['decks:read', 'decks:write', 'secrets:read', 'audit:read'], 'admin', false],
    [['administrator'], 'decks:read', false],
    [['decks'], 'decks:read', false],
    [[], 'decks:read', false],
  ])('%j hold %s: %s', (scopes, scope, held) => {
    expect(holds(actorWith(...scopes), scope)).toBe(held);
  });

  test('are all for who holds API_KEY and for this machine while no key is set, and none in public', () => {
    for (const scope of ['decks:write', 'secrets:read', 'admin']) {
      expect([environmentActor, localActor, publicActor].map((actor) => holds(actor, scope))).toEqual([
        true,
        true,
        false,
      ]);
    }
  });

  test('are named by a refusal, with what asked for them', () => {
    expect(() => requireScope(actorWith('decks:read'), 'decks:write', 'createDeck')).toThrow(
      'This needs a key with the scope decks:write (createDeck).',
    );
    expect(() => requireScope(actorWith('decks:write'), 'decks:write', 'createDeck')).not.toThrow();
  });
});

describe('the rights of two callers', () => {
  test('are equal for equal scopes in any order, whichever keys hold them', () => {
    const one = actorWith('decks:read', 'events:read');
    expect(rightsOf({ ...actorWith('events:read', 'decks:read'), key: 'another' })).toBe(rightsOf(one));
  });

  test('differ for other scopes, also where one contains the other', () => {
    const rights = [['decks:read'], ['decks:write'], ['decks:read', 'decks:write'], ['admin'], []].map((scopes) =>
      rightsOf(actorWith(...scopes)),
    );
    expect(new Set(rights).size).toBe(rights.length);
    expect(rightsOf(actorWith('decks:read", "events:read'))).not.toBe(rightsOf(actorWith('decks:read', 'events:read')));
  });

  test('differ for other decks: none at all is not every one', () => {
    const limits = [null, [], ['a'], ['b'], ['a', 'b']];
    const rights = limits.map((decks) => rightsOf({ ...actorWith('decks:read'), decks }));
    expect(new Set(rights).size).toBe(limits.length);
    expect(rightsOf({ ...actorWith('decks:read'), decks: ['b', 'a'] })).toBe(rights.at(-1));
  });

  test('of nobody in particular are not those of everybody', () => {
    expect(rightsOf(publicActor)).not.toBe(rightsOf(environmentActor));
  });
});

describe('the policy', () => {
  const made: { actor: Actor; requestId: string; keyed: Keyed | null }[] = [];
  const policy = new Policy(
    {
      createDeck: needs('decks:write'),
      getDeck: needs('decks:read', 'Query.deck'),
      tryFilter: needs(['notifications:read', 'events:read'], 'Query.tryFilter'),
      listEventTypes: needs([], 'Query.eventTypes'),
    },
    (actor, requestId, keyed) => {
      made.push({ actor, requestId, keyed });
      return { actor, requestId } as RequestScope;
    },
  );
  const permits = (actor: Actor, operation: string): boolean => {
    try {
      policy.permit(actor, operation, 'request');
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining(`(${operation})`) });
      return false;
    }
  };

  test('asks the same for an operation by each of its names', () => {
    for (const operation of ['createDeck', 'Mutation.createDeck']) {
      expect([permits(actorWith('decks:write'), operation), permits(actorWith('decks:read'), operation)]).toEqual([
        true,
        false,
      ]);
    }
    for (const operation of ['getDeck', 'Query.deck']) {
      expect([permits(actorWith('decks:read'), operation), permits(actorWith('events:read'), operation)]).toEqual([
        true,
        false,
      ]);
    }
  });

  test('asks for all scopes of an operation, and names the one that is missing', () => {
    expect(permits(actorWith('notifications:read', 'events:read'), 'tryFilter')).toBe(true);
    expect(() => policy.permit(actorWith('notifications:write'), 'Query.tryFilter', 'request')).toThrow(
      'This needs a key with the scope events:read (Query.tryFilter).',
    );
  });

  test('lets everybody do what asks for no scope', () => {
    expect(permits(publicActor, 'Query.eventTypes')).toBe(true);
  });

  test.each(['createDeck', 'listEventTypes'])('gives %s to no signed link to a file, whatever it asks', (operation) => {
    const signed: Actor = { kind: 'signed', key: null, scopes: new Set(['decks:write']), until: null, decks: null };
    expect(() => policy.permit(signed, operation, 'request')).toThrow(
      expect.objectContaining({ code: 'UNAUTHENTICATED' }),
    );
  });

  test.each(['nothing', 'Query.createDeck', 'Subscription.deck', 'toString', '__proto__', ''])(
    'knows no operation %j, and lets nobody do it',
    (operation) => {
      expect(() => policy.permit(environmentActor, operation, 'request')).toThrow('No module declares what');
    },
  );

  test('gives a scope of the one who asked, under the same request', () => {
    const actor = actorWith('decks:read');
    made.length = 0;
    const permit = policy.permit(actor, 'getDeck', 'request-1');
    expect(made).toEqual([]);
    expect(permit.scope()).toMatchObject({ actor, requestId: 'request-1' });
    expect(made).toEqual([{ actor, requestId: 'request-1', keyed: null }]);
  });
});
