{{- /* Helpers of the other templates. */ -}}

{{- /* repository:tag@digest; without a digest the tag alone names the image. */ -}}
{{- define "kafeneio.image" -}}
{{ .repository }}{{ with .tag }}:{{ . }}{{ end }}{{ with .digest }}@{{ . }}{{ end }}
{{- end }}

{{- /* The settings that are set: null takes one out. */ -}}
{{- define "kafeneio.settings" -}}
{{- $set := dict }}
{{- range $name, $value := $.Values.settings }}
{{- if kindIs "string" $value }}{{ $_ := set $set $name $value }}{{ end }}
{{- end }}
{{- $set | toJson }}
{{- end }}

{{- /* The name of the settings ends in a hash of them, as kustomize makes it: a changed one restarts all pods. */ -}}
{{- define "kafeneio.settingsName" -}}
{{- $data := include "kafeneio.settings" $ | fromJson }}
{{- $hash := dict "kind" "ConfigMap" "name" "" "data" $data | toJson | sha256sum | trunc 10 }}
{{- range $from, $to := dict "0" "g" "1" "h" "3" "k" "a" "m" "e" "t" }}{{ $hash = replace $from $to $hash }}{{ end }}
{{- printf "kafeneio-settings-%s" $hash }}
{{- end }}
