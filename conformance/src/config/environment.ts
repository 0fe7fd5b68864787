import { ConfigurationError } from '../model/configuration-error.ts';

const REFERENCE = /\$(\$?)\{([A-Za-z_]\w*)\}/g;

/**
 * Replaces `${NAME}` in the texts of the file by the environment variable; `$${NAME}` becomes `${NAME}`.
 * @throws ConfigurationError if the variable is not set
 */
export function withEnvironment(value: unknown, file: string, environment: NodeJS.ProcessEnv = process.env, path = ''): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(REFERENCE, (whole, dollar: string, name: string) => {
      if (dollar !== '') return whole.slice(1);
      const found = environment[name];
      if (found !== undefined) return found;
      throw new ConfigurationError(
        `${file}: ${path} needs the environment variable ${name}, which is not set; set it, or write the value.`,
      );
    });
  }
  if (Array.isArray(value)) return value.map((item, index) => withEnvironment(item, file, environment, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return value;
  const within = (name: string): string => (path === '' ? name : `${path}.${name}`);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withEnvironment(item, file, environment, within(name))]));
}
