import type { CompletedCommand, CompletedOption } from './completed-commands.ts';

/** A function for each command, as the functions of zsh are written. */
export function zshScript(all: readonly CompletedCommand[]): string {
  return `#compdef deckcast
# deckcast completion zsh > a folder of $fpath, as _deckcast
${all.map((command) => functionOf(command)).join('\n')}
if [ "$funcstack[1]" = _deckcast ]; then _deckcast "$@"; else compdef _deckcast deckcast; fi
`;
}

function functionOf(command: CompletedCommand): string {
  const { path, commands, values, takesFile, options } = command;
  const specs = options.map(specOf);
  if (commands.length === 0) {
    const argument = takesFile ? ["'1:file:_files'"] : values.length > 0 ? [`'1:value:(${values.join(' ')})'`] : [];
    return `${nameOf(path)}() {
  _arguments ${[...specs, ...argument].join(' ')}
}`;
  }
  return `${nameOf(path)}() {
  local curcontext="$curcontext" state line
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`).join('\n')}
  )
  _arguments -C ${[...specs, "'1: :->command'", "'*:: :->rest'"].join(' ')}
  case $state in
    command) _describe command commands ;;
    rest)
      case $words[1] in
${commands.map(({ name }) => `        ${name}) ${nameOf([...path, name])} ;;`).join('\n')}
      esac
      ;;
  esac
}`;
}

function nameOf(path: readonly string[]): string {
  return ['_deckcast', ...path].join('_');
}

function specOf({ name, description, value }: CompletedOption): string {
  const explained = `${name}[${description.replaceAll(/[[\]\\]/g, String.raw`\$&`)}]`;
  if (value === null) return quoted(explained);
  return quoted(`${explained}:${name.slice(2)}:${value === 'file' ? '_files' : ' '}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
