import type { Logger } from 'pino';
import type { Tracing } from './tracing.ts';
import type { TracingSettings } from '../configuration/tracing-settings.ts';

/** @returns null, with nothing of OpenTelemetry loaded, where traces are off */
export async function openTracing(settings: TracingSettings | null, log: Logger): Promise<Tracing | null> {
  if (settings === null) return null;
  const { OtlpTracing } = await import('./otlp-tracing.ts');
  return new OtlpTracing(settings, log);
}
