/** @jsxImportSource preact */
import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { screens } from './screens.ts';
import { useMay } from './visitor.ts';
import { Missing } from './missing.tsx';

/** The start of the console: the first screen that the visitor may see. */
export function Home() {
  const { route } = useLocation();
  const may = useMay();
  const first = screens.find(({ link, needs }) => link !== undefined && needs.every(may));
  useEffect(() => {
    if (first !== undefined) route(first.path, true);
  }, [first, route]);
  return first === undefined ? <Missing /> : null;
}
