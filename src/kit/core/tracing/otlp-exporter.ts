import { type ExportResult, ExportResultCode, parseKeyPairsIntoRecord } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { RepeatedFaults } from '../repeated-faults.ts';
import type { TracingSettings } from '../configuration/tracing-settings.ts';

type Options = NonNullable<ConstructorParameters<typeof OTLPTraceExporter>[0]>;

/** Reports what the collector does not take: the SDK itself would log nothing, or each batch. */
export class ReportedExporter extends OTLPTraceExporter {
  constructor(
    settings: TracingSettings,
    private readonly faults: RepeatedFaults,
  ) {
    super(optionsOf(settings));
  }

  override export(spans: ReadableSpan[], onResult: (result: ExportResult) => void): void {
    super.export(spans, (result) => {
      if (result.code === ExportResultCode.FAILED) {
        const code = codeOf(result);
        this.faults.note(
          String(code),
          { code, spans: spans.length },
          'traces could not be sent: see OTEL_EXPORTER_OTLP_ENDPOINT',
        );
      }
      onResult(result);
    });
  }
}

/** @returns why the collector did not take an empty export, as a code or a status; null when it did */
export async function exportNothing(settings: TracingSettings, timeoutMs: number): Promise<string | null> {
  const exporter = new OTLPTraceExporter({ ...optionsOf(settings), timeoutMillis: timeoutMs });
  const result = await new Promise<ExportResult>((resolve) => exporter.export([], resolve));
  await exporter.shutdown();
  return result.code === ExportResultCode.FAILED ? String(codeOf(result) ?? 'no answer in time') : null;
}

function optionsOf({ endpoint, headers }: TracingSettings): Options {
  return { url: tracesUrl(endpoint), headers: parseKeyPairsIntoRecord(headers) };
}

/** Where a collector takes traces, as the specification adds it to the common endpoint. */
function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}

/** The text of an error may repeat what the collector answers, and the address with its password. */
function codeOf({ error }: ExportResult): string | number | undefined {
  return ((error ?? {}) as { readonly code?: string | number }).code;
}
