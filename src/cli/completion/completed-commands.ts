import type { Command, Option } from 'commander';

/** A word that can follow, and what it is. */
interface Word {
  readonly name: string;
  readonly description: string;
}

/** An option by its long name, and what has to follow it: null where nothing has. */
export interface CompletedOption extends Word {
  readonly value: 'file' | 'text' | null;
}

/** A command as completions see it: what can follow its name. */
export interface CompletedCommand {
  /** The names of commands that lead there, such as `keys`, `create`; none for the program itself. */
  readonly path: readonly string[];
  readonly commands: readonly Word[];
  /** The values of its argument; empty where it may be anything. */
  readonly values: readonly string[];
  /** Whether its argument is a file. */
  readonly takesFile: boolean;
  readonly options: readonly CompletedOption[];
}

/** The program and all of its commands, each before its own. */
export function completedCommands(command: Command, path: readonly string[] = []): CompletedCommand[] {
  const help = command.createHelp();
  const commands = command.commands.length === 0 ? [] : help.visibleCommands(command);
  const [argument] = command.registeredArguments;
  const whole = {
    path,
    commands: commands.map((one) => ({ name: one.name(), description: one.description() })),
    values: argument?.argChoices ?? [],
    takesFile: argument?.name() === 'file',
    options: help.visibleOptions(command).flatMap(completed),
  };
  return [whole, ...commands.flatMap((one) => completedCommands(one, [...path, one.name()]))];
}

function completed({ long, description, flags, required, optional }: Option): CompletedOption[] {
  if (long === undefined || long === null) return [];
  const kind = flags.includes('<file>') ? 'file' : 'text';
  return [{ name: long, description, value: required || optional ? kind : null }];
}
