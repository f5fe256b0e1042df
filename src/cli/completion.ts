import { type Command, Option } from 'commander';

interface Completed {
  readonly name: string;
  readonly description: string;
  /** Its options, and the names of its own subcommands. */
  readonly words: readonly string[];
}

const shells = {
  bash: (commands: readonly Completed[]) => `# deckcast completion bash > /etc/bash_completion.d/deckcast
_deckcast() {
  local words
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, words }) => `    ${name}) words="${words.join(' ')}" ;;`).join('\n')}
    *) words="" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map(({ name }) => name).join(' ')}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _deckcast deckcast
`,
  zsh: (commands: readonly Completed[]) => `#compdef deckcast
# deckcast completion zsh > a folder of $fpath, as _deckcast
_deckcast() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, description }) => `      '${name}:${description.replaceAll("'", "'\\''")}'`).join('\n')}
    )
    _describe command commands
    return
  fi
  case "\${words[2]}" in
${commands.map(({ name, words }) => `    ${name}) compadd -- ${words.join(' ')} ;;`).join('\n')}
  esac
  _files
}
if [ "$funcstack[1]" = _deckcast ]; then _deckcast "$@"; else compdef _deckcast deckcast; fi
`,
  fish: (commands: readonly Completed[]) => `# deckcast completion fish > ~/.config/fish/completions/deckcast.fish
${commands
  .map(({ name, description, words }) =>
    [
      `complete -c deckcast -n __fish_use_subcommand -f -a ${name} -d '${description.replaceAll("'", "\\'")}'`,
      `complete -c deckcast -n '__fish_seen_subcommand_from ${name}' -a '${words.join(' ')}'`,
    ].join('\n'),
  )
  .join('\n')}
`,
} as const;

/** Writes a script that completes the names of commands and options. */
export function addCompletion(program: Command): void {
  const names = Object.keys(shells) as (keyof typeof shells)[];
  program
    .command('completion <shell>')
    .description(`Writes a script that completes commands and options, for ${names.join(', ')}.`)
    .action((given: string) => {
      const shell = names.find((name) => name === given);
      if (shell === undefined) throw new Error(`"${given}" is not one of ${names.join(', ')}.`);
      process.stdout.write(shells[shell](program.commands.map(completed)));
    });
}

const completed = (command: Command): Completed => ({
  name: command.name(),
  description: command.description(),
  words: [
    ...command.commands.map((one) => one.name()),
    ...[...command.options, new Option('--help')].flatMap(({ long }) => long ?? []),
  ],
});
