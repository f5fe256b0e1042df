{{- define "deckcast.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "deckcast.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "deckcast.labels" -}}
{{ include "deckcast.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "deckcast.image" -}}
{{- with .Values.image }}{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}{{ end }}
{{- end }}

{{/* Refuses values with which the pods would start and lose files, or not start. */}}
{{- define "deckcast.check" -}}
{{- if not .Values.secrets }}{{ fail "secrets is empty: name a Secret with DATABASE_URL and API_KEY, such as --set secrets={deckcast}" }}{{ end }}
{{- if not (or .Values.settings.AUDIO_S3_URL .Values.files.existingClaim) }}{{ fail "Several pods need one place for audio and images: set settings.AUDIO_S3_URL, or files.existingClaim to a claim with ReadWriteMany" }}{{ end }}
{{- range $settings := list .Values.settings .Values.web.settings .Values.worker.settings }}
{{- range $name := keys $settings | sortAlpha }}
{{- if or (regexMatch "(^|_)(API_KEY|SECRET_KEY|ACCESS_KEY|ACCESS_KEY_ID|OTLP_HEADERS)$|^(DATABASE|SMTP|NATS)_.*URL$" $name) (regexMatch "//[^/]*@" (index $settings $name | toString)) }}{{ fail (printf "%s is a secret: put it into a Secret that secrets names, not into settings" $name) }}{{ end }}
{{- end }}
{{- end }}
{{- end }}

{{/* The settings of a process. Takes a list: the root, the settings of its role, and those that the chart decides. */}}
{{- define "deckcast.environment" -}}
{{- $root := index . 0 }}
{{- with $root.Values.secrets }}
envFrom:
  {{- range . }}
  - secretRef: { name: {{ . | quote }} }
  {{- end }}
{{- end }}
env:
  {{- range $name, $value := merge (dict) (index . 2) (index . 1) $root.Values.settings }}
  - { name: {{ $name }}, value: {{ $value | toString | quote }} }
  {{- end }}
{{- end }}

{{- define "deckcast.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "deckcast.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "deckcast.volumes" -}}
- name: tmp
  emptyDir: {}
- name: data
  {{- if .Values.files.existingClaim }}
  persistentVolumeClaim: { claimName: {{ .Values.files.existingClaim | quote }} }
  {{- else }}
  emptyDir: {}
  {{- end }}
{{- end }}

{{- define "deckcast.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /data }
{{- end }}
