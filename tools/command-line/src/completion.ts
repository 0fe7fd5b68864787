import { nearest } from '#runtime';
import type { Command, Program } from './command.ts';
import { InputError } from './input-error.ts';

/** The command that a shell calls with the words of its line, to complete the last of them. */
export const COMPLETE = '__complete';

/** What a shell has to be told, by its name. `NAME` is the program, `function` a name for a function. */
const scripts: Readonly<Record<string, (name: string) => string>> = {
  bash: (name) => `# In ~/.bashrc: source <(${name} completion bash)
_${word(name)}() {
  local IFS=$'\\n'
  COMPREPLY=($(${name} ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _${word(name)} ${name}`,
  zsh: (name) => `# In ~/.zshrc, after compinit: source <(${name} completion zsh)
_${word(name)}() {
  local found
  found=(\${(f)"$(${name} ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#found} )); then compadd -- $found; else _files; fi
}
compdef _${word(name)} ${name}`,
  fish: (name) => `# ${name} completion fish > ~/.config/fish/completions/${name}.fish
function _${word(name)}
  set -l found (${name} ${COMPLETE} (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if test -n "$found"; printf '%s\\n' $found; else; __fish_complete_path (commandline -ct); end
end
complete -c ${name} -f -a '(_${word(name)})'`,
};

/** The command of every program that prints a script for a shell. */
export function completionCommand({ name: program }: Program): Command {
  const shells = Object.keys(scripts);
  return {
    name: 'completion',
    operands: ['SHELL'],
    summary: `print the completion for ${shells.join(', ')}`,
    options: [],
    examples: shells.map((shell) => `${program} completion ${shell}`),
    async run({ operands: [shell = ''] }, terminal) {
      const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
      const meant = nearest(shell, shells);
      const advice = meant ? `did you mean ${meant}?` : `give one of ${shells.join(', ')}.`;
      if (script === undefined) throw new InputError(`There is no completion for ${shell}; ${advice}`);
      terminal.out(script(program));
      return 0;
    },
  };
}

/** What may stand in the place of the last word: commands, options, or the choices of an option; nothing if a file may stand there. */
export function completions({ commands }: Program, words: readonly string[]): readonly string[] {
  const [last = '', previous = ''] = words.toReversed();
  return candidates(commands, words.slice(0, -1), previous, last).filter((candidate) => candidate.startsWith(last));
}

function candidates(commands: readonly Command[], before: readonly string[], previous: string, last: string): readonly string[] {
  if (before.includes('--')) return [];
  const command = commands.find(({ name }) => name.split(' ').every((part, index) => part === '' || before[index] === part));
  const option = command?.options.find(({ name }) => previous === `--${name}`);
  if (option?.value !== undefined) return option.choices ?? [];
  if (last.startsWith('-')) return [...(command?.options ?? []).map(({ name }) => `--${name}`), '--help', '--version'];
  if (command !== undefined && command.name !== '') return [];
  const typed = before[0] === 'help' ? before.slice(1) : before;
  const next = commands.filter(({ name }) => typed.every((part, index) => name.split(' ')[index] === part));
  return [
    ...new Set(next.flatMap(({ name }) => name.split(' ')[typed.length] || [])),
    ...(before.length === 0 ? ['help', 'completion'] : []),
  ];
}

/** A name that every shell takes for a function. */
function word(name: string): string {
  return name.replaceAll('-', '_');
}
