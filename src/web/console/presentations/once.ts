import { useRef } from 'preact/hooks';
import { randomId } from '../../story/random-id.ts';

/**
 * The idempotency key of a request: the same one while the same is sent again, as after a lost connection, and another one for
 * other contents.
 */
export function useIdempotencyKey(): (contents: object) => string {
  const last = useRef({ contents: '', key: '' });
  return (contents) => {
    const text = JSON.stringify(contents);
    if (last.current.contents !== text) last.current = { contents: text, key: randomId() };
    return last.current.key;
  };
}
