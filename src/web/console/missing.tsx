/** @jsxImportSource preact */
import { Empty } from './controls/empty.tsx';
import { useTitle } from './controls/title.ts';

/** Where there is no screen, or none that the visitor may see. */
export function Missing() {
  useTitle('Not found');
  return (
    <Empty title="There is no such page">
      The address is wrong, or your key has no right to see what is here. <a href="/app">Go to the start</a>.
    </Empty>
  );
}
