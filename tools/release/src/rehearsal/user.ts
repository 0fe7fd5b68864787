import { startDemo } from './demo.ts';
import { judge } from './judge.ts';
import { type QuickStarts, runQuickStarts, typeCheck, writeQuickStarts } from './quick-starts.ts';
import type { Steps } from './steps.ts';
import { keepService, type ServiceWithData, upgradeService } from './upgrade.ts';
import type { UserProject } from './user-project.ts';

/** Somebody who uses the packages with one package manager, in projects that are empty at first. */
export interface User {
  readonly steps: Steps;
  /** For the programs of the READMEs. */
  readonly programs: UserProject;
  /** For the demo, which is run without being installed. */
  readonly demo: UserProject;
  /** For the service that is upgraded. */
  readonly upgrade: UserProject;
}

/** How many steps the two functions below have together. */
export const STEPS_PER_USER = 7;

/** What happens while the registry has nothing but the previous version. */
export function keepPreviousService({ steps, upgrade }: User): Promise<ServiceWithData> {
  const { name: manager } = upgrade.manager;
  return steps.run('keep data with the previous service', () => keepService(upgrade), { manager, detail: ({ version }) => version });
}

/** What happens once it has the new version. */
export async function useNewVersion(user: User, quickStarts: QuickStarts, kept: ServiceWithData): Promise<void> {
  const { steps, programs, upgrade } = user;
  const { name: manager } = programs.manager;
  const packages = quickStarts.install.length;
  await steps.run('install what the READMEs say', () => programs.add([...quickStarts.install, ...quickStarts.tools]), {
    manager,
    detail: () => `${packages} packages`,
  });
  await writeQuickStarts(programs, quickStarts);
  await steps.run('type-check the quick starts', () => typeCheck(programs, quickStarts), { manager });
  const demo = await steps.run('start the service uninstalled', () => startDemo(user.demo), { manager });
  await steps.run('run the quick starts', () => runQuickStarts(programs, quickStarts, demo), {
    manager,
    detail: () => `${quickStarts.programs.length} programs`,
  });
  await steps.run('judge the service', () => judge(programs, demo.configFile), {
    manager,
    detail: ({ pass, skip }) => `${pass} passed, ${skip} skipped`,
  });
  await demo.stop();
  await steps.run('upgrade the service with its data', () => upgradeService(upgrade, kept), { manager, detail: (versions) => versions });
}
