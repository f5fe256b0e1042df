import type { CompletedCommand } from './completed-commands.ts';

/** Bash knows no descriptions. It lists options where a dash begins them, and where nothing else can follow. */
export function bashScript(all: readonly CompletedCommand[]): string {
  const valued = all.flatMap(({ path, options }) =>
    options.flatMap(({ name, value }) => (value === null ? [] : [{ words: quoted([...path, name]), value }])),
  );
  const patterns = (value: string): string =>
    valued.flatMap((one) => (one.value === value ? [one.words] : [])).join('|');
  return `# deckcast completion bash > /etc/bash_completion.d/deckcast
_deckcast() {
  local word="\${COMP_WORDS[COMP_CWORD]}" path="" words="" options="" files="" one
  for one in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $one" in
      ${all.flatMap(({ path }) => (path.length === 0 ? [] : [quoted(path)])).join('|')}) path="$path $one" ;;
    esac
  done
  case "$path" in
${all.map((command) => `    ${quoted(command.path)}) ${assignments(command)} ;;`).join('\n')}
  esac
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
    ${patterns('file')}) files=1 ;;
    ${patterns('text')}) return ;;
  esac
  local IFS=$' \\n'
  if [[ $word == -* || -z $words$files ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ -n $files ]]; then
    IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$word"))
    compopt -o filenames 2>/dev/null
  else
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}
complete -F _deckcast deckcast
`;
}

function quoted(path: readonly string[]): string {
  return `"${path.map((name) => ` ${name}`).join('')}"`;
}

function assignments({ commands, values, takesFile, options }: CompletedCommand): string {
  const words = [...commands.map(({ name }) => name), ...values].join(' ');
  return [
    ...(words === '' ? [] : [`words="${words}"`]),
    ...(takesFile ? ['files=1'] : []),
    `options="${options.map(({ name }) => name).join(' ')}"`,
  ].join(' ');
}
