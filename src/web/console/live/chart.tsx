/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** One line of a chart. Its color is a token of the style sheet. */
export interface Line {
  readonly label: string;
  readonly color: 'accent' | 'alarm' | 'good' | 'warn';
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  readonly title: string;
  /** Where each value stands, in seconds since the epoch. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  /** Unit behind each number, such as ` ms`. */
  readonly unit?: string;
}

const heightPx = 180;
const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' });

/** Lines over time, and the same as a table for those who do not see them. */
export function Chart({ title, times, lines, unit = '' }: ChartProps) {
  const figure = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const scheme = useScheme();
  const data = [[...times], ...lines.map(({ values }) => [...values])] as uPlot.AlignedData;
  const latest = useRef(data);
  latest.current = data;
  useEffect(() => {
    const { current } = figure;
    if (current === null) return;
    const drawn = new uPlot(optionsOf(current, lines, unit), latest.current, current);
    plot.current = drawn;
    const observer = new ResizeObserver(() => drawn.setSize({ width: current.clientWidth, height: heightPx }));
    observer.observe(current);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [scheme]);
  useEffect(() => plot.current?.setData(data), [times, lines]);
  return (
    <section class="card figure" aria-label={title}>
      <h2>{title}</h2>
      <div ref={figure} aria-hidden="true" />
      <details>
        <summary>Show {title.toLowerCase()} as a table</summary>
        <div class="figure-table" tabIndex={0} role="region" aria-label={`${title} as a table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                {lines.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((time, place) => (
                <tr key={time}>
                  <th scope="row">{clock.format(time * 1_000)}</th>
                  {lines.map(({ label, values }) => (
                    <td key={label}>{inWords(values[place] ?? null, unit)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

const inWords = (value: number | null, unit: string): string =>
  value === null ? '–' : `${value.toLocaleString()}${unit}`;

function optionsOf(place: Element, lines: readonly Line[], unit: string): uPlot.Options {
  const style = getComputedStyle(place);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const axis = { stroke: token('quiet'), grid: { stroke: token('line'), width: 1 }, ticks: { show: false } };
  return {
    width: place.clientWidth,
    height: heightPx,
    cursor: { drag: { x: false, y: false } },
    scales: { y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.1)] } },
    axes: [axis, { ...axis, size: 56, values: (_plot, values) => values.map((value) => value.toLocaleString()) }],
    series: [
      { value: (_plot, time) => (time === null ? '–' : clock.format(time * 1_000)) },
      ...lines.map(({ label, color }) => ({
        label,
        stroke: token(color),
        width: 2,
        points: { show: false },
        value: (_plot: uPlot, value: number | null) => inWords(value, unit),
      })),
    ],
  };
}

/** Whether the page is light or dark: a canvas is drawn again when that changes. */
function useScheme(): boolean {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'));
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const look = (): void => setDark(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, [query]);
  return isDark;
}
