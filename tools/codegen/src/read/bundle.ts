import { access } from 'node:fs/promises';
import { type SaidLimit, sayLimits } from '@business-cloud/specs/internal';
import {
  BaseResolver,
  bundle,
  type Config,
  createConfig,
  getLineColLocation,
  lint,
  type NormalizedProblem,
  YamlParseError,
} from '@redocly/openapi-core';
import type { CodegenError } from '../codegen-error.ts';
import { ASYNC_RULES, CONTRACT_RULES, contractPlugin, type KnownNames } from './contract-rules.ts';
import type { SpecsFolder } from './specs-folder.ts';

/** Reads documents with all that they refer to; one for each run, because it keeps the files that it has read. */
export class Bundler {
  readonly #folder: SpecsFolder;
  readonly #config: Promise<Config>;
  readonly #limits: ReadonlyMap<string, SaidLimit>;

  /** @param limits what texts of the documents name by `{limit:name}` */
  constructor(folder: SpecsFolder, known: KnownNames, limits: ReadonlyMap<string, SaidLimit>) {
    this.#folder = folder;
    this.#limits = limits;
    this.#config = createConfig({ plugins: [contractPlugin(known)], rules: CONTRACT_RULES, async3Rules: ASYNC_RULES });
  }

  /**
   * One document with every reference to another file turned into one to its own components.
   *
   * @throws {CodegenError} `broken-document`, for the first fault in the order of the files
   */
  async read<Document>(file: string): Promise<Document> {
    const ref = this.#folder.path(file);
    const config = await this.#config;
    await this.#requireFile(file);
    try {
      const resolver = new BaseResolver();
      const problems = await lint({ ref, config, externalRefResolver: resolver });
      // A file that cannot be parsed is reported where it is referred to, but the place where it is broken is what helps.
      await Promise.all(resolver.cache.values()).catch((error) => {
        if (error instanceof YamlParseError) throw error;
      });
      this.#refuse(problems);
      const result = await bundle({ ref, config, externalRefResolver: resolver, componentRenamingConflicts: 'error' });
      this.#refuse(result.problems);
      // The one cast of the package: the `struct` rule has just checked this shape.
      return sayLimits(result.bundle.parsed as Document, this.#limits);
    } catch (error) {
      throw error instanceof YamlParseError ? this.#syntaxError(error) : error;
    }
  }

  async #requireFile(file: string): Promise<void> {
    const path = this.#folder.path(file);
    await access(path).catch(() => {
      throw this.#folder.broken({ file: path, line: 1 }, 'the document is missing or cannot be read.');
    });
  }

  #refuse(problems: readonly NormalizedProblem[]): void {
    const [first] = problems
      .filter(({ severity }) => severity === 'error')
      .map((problem) => this.#broken(problem))
      .sort((a, b) => a.message.localeCompare(b.message, 'en', { numeric: true }));
    if (first) throw first;
  }

  #broken(problem: NormalizedProblem): CodegenError {
    const [location] = problem.location;
    if (!location) return this.#folder.broken({ file: this.#folder.root, line: 1 }, oneSentence(problem.message));
    const { source, start } = getLineColLocation(location);
    return this.#folder.broken({ file: source.absoluteRef, line: start.line }, oneSentence(problem.message));
  }

  #syntaxError(error: YamlParseError): CodegenError {
    const position = { file: error.source.absoluteRef, line: error.line || 1 };
    return this.#folder.broken(position, oneSentence(`the YAML is not well-formed: ${error.message.replace(/ \(\d+:\d+\)$/, '')}`));
  }
}

function oneSentence(message: string): string {
  const line = message.split('\n')[0] ?? '';
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
