import { Argument, type Command } from 'commander';
import { bashScript } from './bash-script.ts';
import { completedCommands } from './completed-commands.ts';
import { fishScript } from './fish-script.ts';
import { zshScript } from './zsh-script.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** Writes a script that completes commands, options and their values. */
export function addCompletion(program: Command): void {
  const shells = Object.keys(scripts);
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(shells))
    .description(`Writes a script that completes commands and options, for ${shells.join(', ')}.`)
    .action((shell: keyof typeof scripts) => {
      process.stdout.write(scripts[shell](completedCommands(program)));
    });
}
