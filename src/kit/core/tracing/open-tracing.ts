import type { Logger } from 'pino';
import type { Tracing } from './tracing.ts';
import type { TracingSettings } from '../configuration/tracing-settings.ts';

/** @returns null, with nothing of OpenTelemetry loaded, where traces are off */
export async function openTracing(settings: TracingSettings | null, log: Logger): Promise<Tracing | null> {
  if (settings === null) return null;
  const { OtlpTracing } = await import('./otlp-tracing.ts');
  return new OtlpTracing(settings, log);
}

/**
 * Sends no spans to the collector, by what spans are sent by: the same certificates and compression.
 *
 * @returns why it did not take them, as a code or a status; null when it did
 */
export async function tryCollector(settings: TracingSettings, timeoutMs: number): Promise<string | null> {
  const { exportNothing } = await import('./otlp-exporter.ts');
  return exportNothing(settings, timeoutMs);
}
