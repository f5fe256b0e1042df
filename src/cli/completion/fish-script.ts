import type { CompletedCommand, CompletedOption } from './completed-commands.ts';

/** Fish evaluates each line where its condition holds: behind the names of its command. */
export function fishScript(all: readonly CompletedCommand[]): string {
  return `# deckcast completion fish > ~/.config/fish/completions/deckcast.fish
function __deckcast_at
  set -l path
  for word in (commandline -opc)[2..-1]
    contains -- "$path $word" ${all.flatMap(({ path }) => (path.length === 0 ? [] : [pathOf(path)])).join(' ')}
    and set path "$path $word"
  end
  test "$path" = "$argv[1]"
end
complete -c deckcast -f
${all.flatMap((command) => linesOf(command)).join('\n')}
`;
}

function linesOf({ path, commands, values, takesFile, options }: CompletedCommand): string[] {
  const here = `complete -c deckcast -n "__deckcast_at ${pathOf(path)}"`;
  return [
    ...commands.map(({ name, description }) => `${here} -a ${name} -d ${quoted(description)}`),
    ...(values.length > 0 ? [`${here} -a ${quoted(values.join(' '))}`] : []),
    ...(takesFile ? [`${here} -F`] : []),
    ...options.map((option) => `${here} ${flagsOf(option)}`),
  ];
}

/** Names have letters and dashes alone. */
function pathOf(path: readonly string[]): string {
  return `'${path.map((name) => ` ${name}`).join('')}'`;
}

function flagsOf({ name, description, value }: CompletedOption): string {
  const taken = value === null ? '' : value === 'file' ? ' -r -F' : ' -x';
  return `-l ${name.slice(2)}${taken} -d ${quoted(description)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
